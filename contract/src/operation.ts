import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorName } from './errors.ts';
import type { Empty } from './text.ts';

/**
 * Who may call an operation. `user-resource` is what belongs to the user named in the path: the user, the
 * application it belongs to, and the distributors of that application. `token-record` is the token's own owner.
 * `channel` is who may use the channel named in the path, `channel-owner` who stands behind it, `command` who may use the
 * channel of the command named in the path, `device` a device or a manager, `user` a person who signed in.
 */
export type Access =
  | 'public'
  | 'any-token'
  | 'user-resource'
  | 'token-record'
  | 'channel'
  | 'channel-owner'
  | 'command'
  | 'device'
  | 'user'
  | PortalAccess;

/** Who may call an operation of the portal, by the role of the account that the cookie stands for: each may what those before it may. */
export type PortalAccess = 'portal-viewer' | 'portal-developer' | 'portal-owner';

export const isOfPortal = (access: Access): access is PortalAccess => access.startsWith('portal-');

/** The five origins of the platform; one and the same by default (spec 1, 2.2, 2.4). */
export type Origin = 'auth' | 'base' | 'cdn' | 'ontology' | 'uploader';

/**
 * One way to call an operation. A form is application/x-www-form-urlencoded; an image is the body itself. A list is a
 * query in the language of lists: its members may stand more than once, and unknown ones are refused.
 */
export type Binding = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly input: 'query' | 'list' | 'json' | 'json-or-form' | 'image';
};

/** One operation of the platform: routes, SDK, OpenAPI, reference page and contract tests come from this value. */
export type Operation<
  Params extends TObject = TObject,
  Input extends TObject = TObject,
  Reply extends TSchema = TSchema,
  Query extends TObject = TObject,
> = {
  /** `resource.verb`: the SDK's method and the OpenAPI operationId. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** Section of docs/platform-api.md, where it stands there. */
  readonly spec?: string;
  readonly origin: Origin;
  readonly access: Access;
  /** The first is the one that the SDK uses. All mean the same. */
  readonly bindings: readonly [Binding, ...Binding[]];
  readonly params: Params;
  /** The members of query or body, whichever the binding carries. Unknown members are ignored. */
  readonly input: Input;
  /** Members of the query of a binding that has a body. */
  readonly query?: Query;
  readonly reply: Reply;
  /** 303 is answered with a `Location`. */
  readonly status: 200 | 201 | 303;
  /** The status while what was asked for is still under way. */
  readonly whileOpen?: 202;
  /** Bytes of a body, where it may be larger than others. */
  readonly bodyLimit?: number;
  /** What a 200 carries when it is not JSON. */
  readonly produces?: 'image/png';
  /** What a 200 carries, beside JSON, for who accepts that. */
  readonly streams?: 'text/event-stream';
  readonly errors: readonly ErrorName[];
  readonly example: { readonly input: unknown; readonly reply: unknown };
};

/** Keeps the literal types of an operation. */
export function operation<
  const Params extends TObject,
  const Input extends TObject,
  const Reply extends TSchema,
  const Query extends TObject = typeof Empty,
>(value: Operation<Params, Input, Reply, Query>): Operation<Params, Input, Reply, Query> {
  return value;
}

/** What a handler receives: the members of path and query or body in one object. */
export type InputOf<Op> =
  Op extends Operation<infer Params, infer Input, TSchema, infer Query>
    ? Static<Params> & Static<Input> & Static<Query>
    : never;

/** What a handler answers. */
export type ReplyOf<Op> = Op extends Operation<TObject, TObject, infer Reply> ? Static<Reply> : never;
