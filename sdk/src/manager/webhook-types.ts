import type { ManagersUpdateInput } from '../api/resources.generated.ts';
import type { Manager as ManagerRecord, ManagerUpdate } from '../api/types.generated.ts';
import type { CallOptions } from '../call.ts';
import type { NodeListener } from './node-listener.ts';

/** Says for whom the platform calls. */
export type WebhookCall = {
  /** The `client_id` of the application in which the person adds devices. */
  readonly applicationId: string;
  readonly userId: string;
  readonly templateId: string;
};

/**
 * A request that the browser, or later the platform, sends to the maker. `{redirect_uri}`, `{client_id}` and
 * `{client_secret}` are filled in by the platform, any other `{name}` from the answer of the step before.
 */
export type AuthorizeStep = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A device in the person’s account at the maker. */
export type MakerDevice = {
  /** The maker’s own id, which becomes the `remote_key` of the channel. */
  readonly id: string;
  /** Names the device. */
  readonly content: string;
  /** Must be an absolute URL. */
  readonly photoUrl?: string;
};

/** The handlers of a maker, which may be asynchronous. An error returns 500 and is passed to `onProblem`. */
export type WebhookHandlers = {
  /**
   * Returns the steps of the sign-in at the maker: the first is a page that the person’s browser opens. The
   * platform waits 8 s.
   */
  authorize(call: WebhookCall): readonly AuthorizeStep[] | Promise<readonly AuthorizeStep[]>;
  /**
   * Stores what the last step answered, usually the tokens of the person at the maker, for this application and
   * user. The platform waits 8 s.
   */
  receiveToken(call: WebhookCall, token: unknown): void | Promise<void>;
  /**
   * Returns the person’s devices of this kind, or undefined when there are no tokens: the person signs in
   * again. The platform waits 25 s.
   */
  listDevices(
    call: WebhookCall,
  ): readonly MakerDevice[] | undefined | Promise<readonly MakerDevice[] | undefined>;
  /**
   * Called after the channel of a chosen device was created and granted, for example to connect the two. A
   * device for which it throws is reported as not added. The platform waits 45 s for all of them.
   */
  added?(call: WebhookCall, device: MakerDevice, channelId: string): void | Promise<void>;
};

export type WebhookOptions = {
  /**
   * Keys of signatures (`whsec_…`). When there are any, requests are refused that lack a valid signature of their
   * body (Standard Webhooks) or of whom they are about, in addition to those with a wrong confirmation hash.
   */
  readonly signingKeys?: readonly string[];
  /** Called with what a handler threw, which the platform does not get to know. */
  readonly onProblem?: (error: unknown) => void;
};

export type ManagerWebhooks = {
  /** Returns the manager’s record with the addresses of the webhooks. */
  get(options?: CallOptions): Promise<ManagerRecord>;
  /**
   * Tells the platform that the four webhooks are below this address, e.g. `https://acme.example/azulejo`:
   * `authorize`, `receive-token`, `devices-list` and `select-device`. It must be a public https address,
   * unless the operator allows its network. May be repeated at each start.
   */
  register(baseUrl: string, options?: CallOptions): Promise<ManagerUpdate>;
  /** Sets addresses one by one; null removes one. */
  update(addresses: Omit<ManagersUpdateInput, 'manager_id'>, options?: CallOptions): Promise<ManagerUpdate>;
  /**
   * Returns the function that answers the platform’s requests, for any framework that has `Request` and
   * `Response`. It checks the confirmation hash, creates and grants the channels of chosen devices, and never
   * rejects.
   */
  handler(handlers: WebhookHandlers, options?: WebhookOptions): (request: Request) => Promise<Response>;
  /** Returns the same as a listener for `createServer` of `node:http` or `node:https`. */
  listener(handlers: WebhookHandlers, options?: WebhookOptions): NodeListener;
};
