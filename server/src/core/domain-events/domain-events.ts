import type { Decision } from '@azulejo/automations';
import type { Performative, ValueAddress } from '@azulejo/contract';
import type { Bus } from '../../platform/bus.ts';
import type { ChannelAccess, ClientOwner, Owner } from '../access/index.ts';

/** A message about one property, stamped by the platform. Times are milliseconds since 1970. */
export type StampedMessage = {
  readonly io: Performative;
  readonly data?: unknown;
  readonly sender?: string;
  readonly onBehalfOf?: string;
  readonly timestamp: number;
  readonly stale?: boolean;
  readonly error?: { readonly code: number; readonly text: string };
};

/**
 * Who sent a message: a user through its application, or a client for itself. `session` if over MQTT: what the client calls
 * its session, which stays the same when it connects again, to whichever server.
 */
export type Actor = {
  readonly kind: 'user' | 'client';
  readonly id: string;
  readonly clientId: string;
  readonly session?: string;
};

/** The ended grant of a user, on a channel of a manager, a device or an application. */
export type EndedGrant = {
  readonly owner: ClientOwner;
  readonly channelId: string;
  readonly userId: string;
  readonly clientId: string | undefined;
  /** Whether the channel has no user left. */
  readonly isLast: boolean;
};

/** Ids of clients whose connection changed, and of devices that reported without one. */
type ChangedClients = { readonly connections: readonly string[]; readonly reports: readonly string[] };

/** What automations decided about the request of a person to run one. */
type DecidedPlay = {
  readonly userId: string;
  readonly decision: Extract<Decision, { type: 'run-began' | 'run-queued' | 'miss' }>;
};

/** The events that the write path publishes to the rest of the process, after the COMMIT. */
export type DomainEvents = {
  /** A read or write (`r` or `w`), for the channel's owner. */
  commandRequested: {
    readonly owner: Owner;
    readonly channel: ChannelAccess;
    readonly address: ValueAddress;
    readonly message: StampedMessage;
    /** How long the owner has to answer, after which delivering the message is of no use. */
    readonly answerMs: number;
    /** The id of a command; undefined for a read. */
    readonly commandId?: string;
  };
  /** A report (`ir` or `iw`), for every grantee. */
  valueReported: {
    readonly channel: ChannelAccess;
    readonly address: ValueAddress;
    readonly message: StampedMessage;
  };
  /** Another server forwarded a read whose owner may be connected here. */
  readRequestedElsewhere: { readonly address: ValueAddress; readonly answerMs: number };
  /** A command was settled that another server received, or this one before its last start. */
  foreignCommandSettled: { readonly id: string; readonly origin: string | undefined };
  /** The same of another server, for a command that this one received. */
  commandSettledElsewhere: { readonly id: string };
  /** Sent to one actor only: the reply to its read, or the reason why its write was not carried out. */
  replySent: { readonly to: Actor; readonly address: ValueAddress; readonly message: StampedMessage };
  /** The channel's owner (`by`) created or renewed the grant over HTTP. */
  grantCreated: {
    readonly by: string;
    readonly channelId: string;
    readonly role: 'application' | 'user';
    readonly granteeId: string;
    readonly requestingClientId: string | undefined;
    /** The accounts that asked for it and wait; undefined when the owner has confirmed it to them before. */
    readonly requesters: readonly { readonly kind: 'client' | 'user'; readonly id: string }[] | undefined;
  };
  /** Sent to the channel's owner: a user's grant ended because the user or an operator removed the device. */
  grantEnded: EndedGrant;
  /** The event logs of these users have new events. */
  eventsAppended: { readonly userIds: readonly string[] };
  /** The same of another server: only what waits for events has to look. */
  eventsAppendedElsewhere: { readonly userIds: readonly string[] };
  /** Another server stored a report, and this one notifies its own subscribers. */
  valueReportedElsewhere: { readonly address: ValueAddress; readonly timestamp: number };
  /** Whether somebody in this process waits for the user's events. */
  userFollowed: { readonly userId: string; readonly isFollowed: boolean };
  /** The user was enabled, or else disabled or removed. */
  userStateChanged: { readonly userId: string; readonly isActive: boolean };
  /** The user created, changed or removed automations. */
  automationsChanged: { readonly userId: string };
  /** The same two of another server, for the server that runs the automations of the home. */
  userStateChangedElsewhere: { readonly userId: string; readonly isActive: boolean };
  automationsChangedElsewhere: { readonly userId: string };
  /** A play that no request of this process waits for was decided. */
  playDecided: DecidedPlay;
  /** The same of another server, for a request that may wait here. */
  playDecidedElsewhere: DecidedPlay;
  /** Another server forwarded a read or write to a virtual device, which this one simulates. */
  virtualCommandElsewhere: { readonly address: ValueAddress; readonly message: StampedMessage };
  /** Clients of other servers' parts connected, disconnected, or reported without a connection. */
  clientsChanged: ChangedClients;
  /** The same of another server, for the server that notices when clients are gone. */
  clientsChangedElsewhere: ChangedClients;
  /** Messages of other servers may be missing: what happened there is read from rows. */
  missedElsewhere: object;
};

export type DomainEventBus = Bus<DomainEvents>;
