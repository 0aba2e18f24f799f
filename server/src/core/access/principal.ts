import type { Handlers as PlatformHandlers } from '../../platform/http/operations.ts';

/** The caller, and what it may do. */
export type Caller = {
  /** `user` when a person signed in, else `client`. */
  kind: 'user' | 'client';
  /** The user's id, or the client's. */
  id: string;
  /** The application through which it signed in. */
  clientId: string;
  scopes: readonly string[];
};

/** Who an access token was issued to. */
export type Principal = Caller & { tokenId: string; familyId: string };

/** The user whose resources are requested, and the current revisions of the user and its home. */
export type Subject = { id: string; clientId: string; revision: number; homeRevision: number };

/** A channel as authorization sees it: its owner, and the users and applications with a grant on it. */
export type ChannelAccess = {
  readonly channelId: string;
  readonly templateId: string;
  readonly templateVersion: number;
  /**
   * Incremented when the channel's last user leaves, since earlier values belong to the past period, and when its
   * template changes, since its properties may have other histories then.
   */
  readonly period: number;
  /** Undefined when the channel keeps its own state. */
  readonly owner: Owner | undefined;
  /** Users with a grant, oldest grant first, each with the application it belongs to. */
  readonly users: readonly { readonly id: string; readonly clientId: string }[];
  /** Lists applications with a grant. */
  readonly applications: readonly string[];
  /** When each of these grants began, by its user or application. */
  readonly since: ReadonlyMap<string, number>;
};

/** A channel as one caller may see it. */
export type VisibleChannel = ChannelAccess & {
  /** The caller sees nothing of the channel's past before this time (decision 0045). */
  readonly visibleSince: number;
};

/** A client that created the channel. */
export type ClientOwner = { readonly kind: 'manager' | 'device' | 'application'; readonly id: string };

/**
 * The channel's owner: it replies to `r` and `w`, and reports values. `virtual` is the platform itself. A
 * `user` owner reports what its phone knows and never receives requests: phones only listen to reports.
 */
export type Owner =
  | ClientOwner
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'virtual' };

/** The context of an authorized call, in addition to its input. */
export type Context = {
  principal: Principal | undefined;
  /** Set for `user-resource` operations. */
  subject: Subject | undefined;
  /** Set for `channel`, `channel-owner` and `command` operations. */
  channel: VisibleChannel | undefined;
  /** The address of the caller, in the form that the sign-in limits count. */
  address: string;
};

/** Returns whether the relation is `self`: the owner itself signed in, through the application it belongs to. */
export const isSelf = (principal: Principal, owner: { id: string; clientId: string }): boolean =>
  owner.id === principal.id && owner.clientId === principal.clientId;

export type Handlers<Resource> = PlatformHandlers<Resource, Context>;

/** Returns the subject, for handlers of `user-resource` operations, whose rule guarantees one. */
export function subjectOf(context: Context): Subject {
  if (!context.subject) throw new Error('A user-resource operation was authorized without a subject.');
  return context.subject;
}

/** Returns the channel, for handlers of operations on a channel, whose rule guarantees one. */
export function channelOf(context: Context): VisibleChannel {
  if (!context.channel) throw new Error('An operation on a channel was authorized without a channel.');
  return context.channel;
}

/** Returns the principal, for handlers of operations that need a token. */
export function principalOf(context: Context): Principal {
  if (!context.principal)
    throw new Error('An operation that needs a token was authorized without a principal.');
  return context.principal;
}
