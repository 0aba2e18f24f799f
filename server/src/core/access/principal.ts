import type { AccessOf } from '@azulejo/contract';
import type { Handlers as PlatformHandlers } from '../../platform/http/operations.ts';
import type { Rights } from './rights.ts';

/** The caller, and what it may do. */
export type Caller = {
  /** `user` when a person signed in, else `client`. */
  kind: 'user' | 'client';
  /** The user's id, or the client's. */
  id: string;
  /** The application through which it signed in. */
  clientId: string;
  scopes: readonly string[];
  /** What its sign-in may be used for. */
  rights: Rights;
};

/** Who an access token was issued to. */
export type Principal = Caller & { tokenId: string; signInId: string };

/** The person whose own things are requested, the person's application, and the record's current revision. */
export type Subject = { id: string; clientId: string; revision: number };

/** Whether a caller sees a channel of a home: everything but the channel of somebody else's phone. */
export type Sees = (channelId: string) => boolean;

/** A home that the caller may open, and who the caller is in it: data is found by `id`, and written as by `actor`. */
export type HomeAccess = {
  readonly id: string;
  /** What the home is called in paths of replies: as the caller called it, or the person's id for `me`. */
  readonly pathId: string;
  /** The application of the home's owner, which the caller need not belong to. */
  readonly applicationId: string;
  /** The home's current revision, by which cached lists are keyed. */
  readonly revision: number;
  /** Who does what is done: the person who signed in, or the client that has no person. */
  readonly actor: Pick<Caller, 'kind' | 'id' | 'clientId'>;
  /** What the caller may do there. */
  readonly rights: Rights;
  /** Whether the caller is the person whose home it is: nobody else sees the person's phone, and places but `home`. */
  readonly isPerson: boolean;
  /** Returns whether the caller sees the channel, if it is one of the home. */
  readonly sees: Sees;
};

/**
 * Begins the name of a home in paths and topics, before its id. A path without it names the home of a person, which is
 * another one after the home of that id has changed hands.
 */
export const HOME_PREFIX = 'h_';

/** A home with the name that replies give it. */
export type NamedHome = Pick<HomeAccess, 'id' | 'pathId'>;

/** Returns the person who acts; null for a client that has none. */
export const personOf = ({ actor }: Pick<HomeAccess, 'actor'>): string | null =>
  actor.kind === 'user' ? actor.id : null;

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

/** A channel with what the caller may do on it. */
export type UsableChannel = ChannelAccess & { readonly rights: Rights };

/** A channel as one caller may see it. */
export type VisibleChannel = UsableChannel & {
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

/** Who calls without a token. */
export type Visitor = {
  /** The address of the caller, in the form that the sign-in limits count. */
  readonly address: string;
};

/** Who calls with a token. */
export type SignedIn = Visitor & {
  readonly principal: Principal;
  /** The tick in which the call arrived. */
  readonly arrival: number;
};

/** Who calls with a token, about the person that the path names. */
export type OfUser = SignedIn & { readonly subject: Subject };

/** Who calls with a token, about the home that the path names. */
export type OfHome = SignedIn & { readonly home: HomeAccess };

/** Who calls with a token, about the channel, or the channel of the command, that the path names. */
export type OfChannel = SignedIn & { readonly channel: VisibleChannel };

/** What is known of the caller of an operation, by the access that the operation needs. */
export type Contexts = {
  public: Visitor;
  'any-token': SignedIn;
  'token-record': SignedIn;
  device: SignedIn;
  manager: SignedIn;
  application: SignedIn;
  user: SignedIn;
  'channels-of-users': SignedIn;
  'user-resource': OfUser;
  home: OfHome;
  channel: OfChannel;
  'channel-owner': OfChannel;
  command: OfChannel;
};

/** The context of an authorized call, in addition to its input. */
export type Context = Contexts[keyof Contexts];

/** What the handler of an operation knows of its caller. */
export type ContextOf<Op> = Contexts[AccessOf<Op> & keyof Contexts];

/** Returns whether the relation is `self`: the owner itself signed in, through the application it belongs to. */
export const isSelf = (principal: Principal, owner: { id: string; clientId: string }): boolean =>
  owner.id === principal.id && owner.clientId === principal.clientId;

/**
 * Returns whether the principal is the person itself, with an unlimited sign-in. Only they see the channel of their
 * phone and their places other than `home`.
 */
export const isPerson = (principal: Caller, userId: string): boolean =>
  principal.kind === 'user' && principal.id === userId && principal.rights === 'all';

export type Handlers<Resource> = PlatformHandlers<Resource, Contexts>;
