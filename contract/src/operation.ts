import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorName } from './errors.ts';
import type { Empty } from './text.ts';

/**
 * Who may call an operation. `user-resource`: the user in the path, the user's application, and the distributors of
 * that application. `home`: as `user-resource`, for the home in the path. `token-record`: the token's owner.
 * `channel`: everyone who may use the channel in the path. `channel-owner`: the owner of that channel. `command`:
 * everyone who may use the channel of the command in the path. `device`: a device, a manager or an application.
 * `manager`: a manager, for itself. `channels-of-users`: an application about its users, or a manager about its
 * channels. `application`: an application, for itself. `user`: a signed-in user.
 */
export type Access =
  | 'public'
  | 'any-token'
  | 'user-resource'
  | 'home'
  | 'token-record'
  | 'channel'
  | 'channel-owner'
  | 'command'
  | 'device'
  | 'manager'
  | 'channels-of-users'
  | 'application'
  | 'user'
  | PortalAccess;

/** The least role that an account needs to call a portal operation. Each role includes the ones before it. */
export type PortalAccess = 'portal-viewer' | 'portal-developer' | 'portal-owner';

export const isOfPortal = (access: Access): access is PortalAccess => access.startsWith('portal-');

/**
 * What an operation needs. A sign-in with limited rights has the rights of some of these names.
 * - `account`: reads or changes the person's own account. Never another home, nor for a connected service.
 * - `view`: sees rooms, devices, values, scenes and automations.
 * - `history`: sees what was before now: earlier values, activity, energy and runs.
 * - `control`: sets values and plays scenes.
 * - `arrange`: changes rooms, names, pictures and scenes.
 * - `automations`: changes automations.
 * - `manage`: adds and removes devices, bridges, places and services.
 * - `invite`: invites people to the home, and removes them.
 * - `presence`: sees where a person is.
 */
export const NEEDS = [
  'account',
  'view',
  'history',
  'control',
  'arrange',
  'automations',
  'manage',
  'invite',
  'presence',
] as const;
export type Need = (typeof NEEDS)[number];

/** A right of a sign-in: it meets a need. `secure` is needed besides `control` to unlock, open, sound or disarm. */
export type Right = Need | 'secure';

/** Accesses that no person has. */
type AccessOfClients =
  | 'public'
  | 'channel-owner'
  | 'device'
  | 'manager'
  | 'channels-of-users'
  | 'application'
  | PortalAccess;

/** What every operation that a person may call says: what it needs, and whether guests of a home may call it. */
type NeedOf<Allowed extends Access> = Allowed extends AccessOfClients
  ? { readonly needs?: never; readonly guests?: never }
  : {
      readonly needs: Need;
      /** Guests may call it, and get what concerns the devices shared with them. Absent: they are refused. */
      readonly guests?: 'filtered';
    };

/** The five origins of the platform. By default they are all the same (spec 1, 2.2, 2.4). */
export type Origin = 'auth' | 'base' | 'cdn' | 'ontology' | 'uploader';

/**
 * One way to call an operation. A form is application/x-www-form-urlencoded; an image is the body itself. A list is a
 * query in the list language: its members may be repeated, and unknown members are rejected.
 */
export type Binding = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly input: 'query' | 'list' | 'json' | 'json-or-form' | 'image';
};

/** Where a list reply has its items, and how to get the next page if it has pages. An empty page is the end. */
export type List = {
  /** Names the reply's member that holds them. */
  readonly items: string;
  /**
   * The member of the input that selects the next page. Its value is the member `reply` of this page, the
   * member `item` of the page's last item, or by default the number of items so far.
   */
  readonly next?: { readonly send: string; readonly reply?: string; readonly item?: string };
};

/** An operation of the platform. Routes, SDK, OpenAPI, the reference page and contract tests derive from it. */
export type Operation<
  Params extends TObject = TObject,
  Input extends TObject = TObject,
  Reply extends TSchema = TSchema,
  Query extends TObject = TObject,
  Allowed extends Access = Access,
> = NeedOf<Allowed> & {
  /** `resource.verb`: the SDK's method and the OpenAPI operationId. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** Section of docs/platform-api.md, if the operation is specified there. */
  readonly spec?: string;
  readonly origin: Origin;
  readonly access: Allowed;
  /** Equivalent ways to call the operation. The SDK uses the first. */
  readonly bindings: readonly [Binding, ...Binding[]];
  readonly params: Params;
  /** Members of the query or the body, depending on the binding. Unknown members are ignored. */
  readonly input: Input;
  /** Query members of a binding that has a body. */
  readonly query?: Query;
  readonly reply: Reply;
  /** Set when the reply is a list. */
  readonly list?: List;
  /** A 303 response has a `Location`. */
  readonly status: 200 | 201 | 202 | 303;
  /** The status while the request is still in progress. */
  readonly whileOpen?: 202;
  /** The status, without a body, when there is nothing to return. */
  readonly whenEmpty?: 204;
  /** How long clients wait for the response, in milliseconds, when it is longer than usual. */
  readonly timeoutMs?: number;
  /** Maximum bytes of the body, when it is not the default. */
  readonly bodyLimit?: number;
  /** Content type of a 200 response that is not JSON. */
  readonly produces?: 'image/png';
  /** Content type of a 200 response for clients that accept it instead of JSON. */
  readonly streams?: 'text/event-stream';
  readonly errors: readonly ErrorName[];
  readonly example: { readonly input: unknown; readonly reply: unknown };
};

/** Returns the operation unchanged, with its literal types. */
export function operation<
  const Params extends TObject,
  const Input extends TObject,
  const Reply extends TSchema,
  const Query extends TObject = typeof Empty,
  const Allowed extends Access = Access,
>(value: Operation<Params, Input, Reply, Query, Allowed>): Operation<Params, Input, Reply, Query, Allowed> {
  return value;
}

/** What a handler receives: the members of path, query and body in one object. */
export type InputOf<Op> =
  Op extends Operation<infer Params, infer Input, TSchema, infer Query>
    ? Static<Params> & Static<Input> & Static<Query>
    : never;

/** The type that a handler returns. */
export type ReplyOf<Op> = Op extends Operation<TObject, TObject, infer Reply> ? Static<Reply> : never;

/** Who may call an operation. */
export type AccessOf<Op> = Op extends { readonly access: infer Allowed extends Access } ? Allowed : never;
