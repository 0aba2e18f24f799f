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

/** A channel as authorization sees it: who stands behind it, and who holds a grant on it. */
export type ChannelAccess = {
  readonly channelId: string;
  readonly templateId: string;
  readonly templateVersion: number;
  /** Raised when the channel's last user left: values from before belong to no one any more. */
  readonly period: number;
  /** Undefined: the channel keeps its own state. */
  readonly owner: Owner | undefined;
  /** Users with a grant, oldest grant first, each with the application it belongs to. */
  readonly users: readonly { readonly id: string; readonly clientId: string }[];
  /** Applications with a grant. */
  readonly applications: readonly string[];
  /** When each of these grants began, by its user or application. */
  readonly since: ReadonlyMap<string, number>;
};

/** A channel as one caller may see it. */
export type VisibleChannel = ChannelAccess & {
  /** The caller sees nothing of the channel's past from before (decision 0045). */
  readonly visibleSince: number;
};

/** A client that made the channel. */
export type ClientOwner = { readonly kind: 'manager' | 'device' | 'application'; readonly id: string };

/**
 * Who stands behind a channel: answers `r` and `w`, and reports. `virtual` is the platform itself. A `user` reports what
 * its phone knows, and is never asked: phones only listen to what others say.
 */
export type Owner =
  | ClientOwner
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'virtual' };

/** What an authorized call knows beside its input. */
export type Context = {
  principal: Principal | undefined;
  /** Set for `user-resource` operations. */
  subject: Subject | undefined;
  /** Set for `channel`, `channel-owner` and `command` operations. */
  channel: VisibleChannel | undefined;
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

/** For handlers of operations on a channel, whose rule guarantees one. */
export function channelOf(context: Context): VisibleChannel {
  if (!context.channel) throw new Error('An operation on a channel was authorized without a channel.');
  return context.channel;
}

/** For handlers of operations that need a token. */
export function principalOf(context: Context): Principal {
  if (!context.principal)
    throw new Error('An operation that needs a token was authorized without a principal.');
  return context.principal;
}
