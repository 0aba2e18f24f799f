import type { ValueAddress } from '@azulejo/contract';
import type { ClientOwner } from '../../core/access/index.ts';
import type { DomainEvents, StampedMessage } from '../../core/domain-events/index.ts';
import type { TracedLine, TraceScope } from '../../core/message-trace/index.ts';
import type { Gap, Place, ServerBus } from '../../platform/server-bus/index.ts';

export type { Gap, Place };

/** The messages between servers, by kind. A server ignores kinds that it does not know. */
type ServerMessages = {
  /** A report, for the grantees whose places it is sent to. */
  value: { readonly address: ValueAddress; readonly message: StampedMessage };
  /** A read or write, for the client that owns the channel. */
  request: {
    readonly kind: ClientOwner['kind'];
    readonly address: ValueAddress;
    readonly message: StampedMessage;
    readonly answerMs: number;
    /** The id of a command; undefined for a read. */
    readonly commandId?: string | undefined;
  };
  /** A command was settled by another server than the one that received it, which this is sent to. */
  settled: { readonly id: string };
  /** A reply for a session, or for those of its account that listen. */
  reply: DomainEvents['replySent'];
  /** The client of a session has opened another one on the server that says so. */
  taken: { readonly session: string };
  /** The logs of these users have new events. */
  events: 0;
  /** The user was enabled, or else disabled or removed. */
  userState: { readonly userId: string; readonly isActive: boolean };
  /** The logs of these users have new events, for the servers that hold their parts. */
  homeEvents: { readonly userIds: readonly string[] };
  /** What pages of the server show of messages: the others send it lines. */
  watch: { readonly scopes: readonly TraceScope[] };
  trace: TracedLine;
  /** What is known of clients, for the servers that hold their parts. */
  clients: DomainEvents['clientsChanged'];
  /** The user's automations changed, for the server that holds the part. */
  automations: { readonly userId: string };
  /** A play was decided, for the server whose request waits for it. */
  play: DomainEvents['playDecided'];
  /** A read or write to a virtual device, for the server that holds the channel's part. */
  virtualCommand: {
    readonly address: ValueAddress;
    readonly message: StampedMessage;
    readonly answerMs: number;
  };
  /** A message about a grant, for sessions of the place that it is sent to. */
  grant: { readonly topic: string; readonly payload: string; readonly expiresInMs?: number | undefined };
  /** A channel of the client lost its last user. */
  unused: { readonly clientId: string };
};

/** The bus of the live API. Nothing else of the platform knows that there are other servers. */
export type LiveServerBus = ServerBus<ServerMessages>;

/** Returns the id of the account of a place. */
export const idOf = (place: Place): string => place.slice(place.indexOf(':') + 1);

/** How many users or clients one message is about. */
const IDS_PER_MESSAGE = 100;

/** Divides ids among messages. */
export function* inMessages(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += IDS_PER_MESSAGE)
    yield ids.slice(from, from + IDS_PER_MESSAGE);
}
