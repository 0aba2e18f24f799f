import type { Handlers as PlatformHandlers } from '../../platform/http/operations.ts';

/** Who stands behind an access token. */
export type Principal = {
  /** `user` when a person signed in, else `client`. */
  kind: 'user' | 'client';
  /** The user's id, or the client's. */
  id: string;
  /** The application through which it signed in. */
  clientId: string;
  scopes: readonly string[];
  tokenId: string;
  familyId: string;
};

/** The user whose things are asked for, and the revisions at which it and its home stand. */
export type Subject = { id: string; clientId: string; revision: number; homeRevision: number };

/** What an authorized call knows beside its input. */
export type Context = {
  principal: Principal | undefined;
  /** Set for `user-resource` operations. */
  subject: Subject | undefined;
  /** Where the call comes from, as sign-in limits count it. */
  address: string;
};

/** The relation `self`: who signed in is who owns it, through the same application. */
export const isSelf = (principal: Principal, owner: { id: string; clientId: string }): boolean =>
  owner.id === principal.id && owner.clientId === principal.clientId;

export type Handlers<Resource> = PlatformHandlers<Resource, Context>;

/** For handlers of `user-resource` operations, whose rule guarantees a subject. */
export function subjectOf(context: Context): Subject {
  if (!context.subject) throw new Error('A user-resource operation was authorized without a subject.');
  return context.subject;
}

/** For handlers of operations that need a token. */
export function principalOf(context: Context): Principal {
  if (!context.principal)
    throw new Error('An operation that needs a token was authorized without a principal.');
  return context.principal;
}
