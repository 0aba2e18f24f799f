import type { Performative, ValueAddress } from '@azulejo/contract';
import type { ChannelAccess, ClientOwner, Owner } from '../../core/access/index.ts';
import type { Bus } from '../../platform/bus.ts';

/** What is said about one property, stamped by the platform. Times are milliseconds since 1970. */
export type StampedMessage = {
  readonly io: Performative;
  readonly data?: unknown;
  readonly sender?: string | undefined;
  readonly onBehalfOf?: string | undefined;
  readonly timestamp: number;
  readonly stale?: boolean;
  readonly error?: { readonly code: number; readonly text: string };
};

/** Who speaks: a user through its application, or a client for itself. `session` is the MQTT session, if it is one. */
export type Actor = {
  readonly kind: 'user' | 'client';
  readonly id: string;
  readonly clientId: string;
  readonly session?: string | undefined;
};

/** The grant of a user that ended, on a channel of a manager, a device or an application. */
export type EndedGrant = {
  readonly owner: ClientOwner;
  readonly channelId: string;
  readonly userId: string;
  readonly clientId: string | undefined;
};

/** What the write path tells the rest of the process, after the COMMIT. */
export type DomainEvents = {
  /** `r` or `w`, for who stands behind the channel. */
  commandRequested: {
    readonly owner: Owner;
    readonly channel: ChannelAccess;
    readonly address: ValueAddress;
    readonly message: StampedMessage;
    /** How long the owner has to answer; after that the message is worth nothing. */
    readonly answerMs: number;
  };
  /** `ir` or `iw`, for everybody who holds a grant. */
  valueReported: {
    readonly channel: ChannelAccess;
    readonly address: ValueAddress;
    readonly message: StampedMessage;
  };
  /** For one speaker alone: the answer to its read, or why its write was not done. */
  replySent: { readonly to: Actor; readonly address: ValueAddress; readonly message: StampedMessage };
  /** `by`, who stands behind the channel, granted it, or granted it again, over HTTP. */
  grantCreated: {
    readonly by: string;
    readonly channelId: string;
    readonly role: 'application' | 'user';
    readonly granteeId: string;
    readonly requestingClientId: string | undefined;
  };
  /** A user's grant on a channel ended because the person or an operator removed the device; for the channel's owner. */
  grantEnded: EndedGrant;
  /** These users' event logs have news. */
  eventsAppended: { readonly userIds: readonly string[] };
};

export type DomainEventBus = Bus<DomainEvents>;
