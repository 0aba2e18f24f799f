import type { ValueAddress } from '@azulejo/contract';
import type { LRUCache } from 'lru-cache';
import type { Owner } from '../../core/access/index.ts';
import type { Actor, DomainEventBus } from '../../core/domain-events/index.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { ConnectedClients } from '../../platform/connected-clients.ts';
import type { OpenCommand, Waiting } from '../commands/index.ts';
import type { Derivation } from './derivation.ts';
import type { PendingReads } from './pending-reads.ts';

export type Times = {
  /** Returns how long the owner has to answer a command. */
  readonly commandMs: (owner: Owner) => number;
  /** How long a forwarded read waits for its reply. */
  readonly readMs: number;
  /** How long after its deadline a command may still be answered. */
  readonly lateMs: number;
  /** A value younger than this is the reply to a read without asking the owner. */
  readonly freshMs: number;
};

/** The data that planning an entry may read, and the effects after the COMMIT. */
export type PlanContext = {
  readonly bus: DomainEventBus;
  readonly messageTrace: MessageTrace;
  readonly connectedClients: ConnectedClients;
  /** The id of this server. */
  readonly serverId: string;
  readonly times: Times;
  readonly reads: PendingReads;
  readonly waiting: Waiting;
  /** The requesters of the commands that this process opened, by command id. */
  readonly writers: Map<string, Writer>;
  /** The last unanswered command of each property, by the property's key. */
  readonly unanswered: UnansweredCommands;
  readonly derivation: Derivation;
};

/**
 * `due` is in monotonic time: a clock that jumps neither ends a command early nor keeps it open. `ownerId` is the client
 * that carries it out; absent for a virtual device.
 */
export type Writer = {
  readonly actor: Actor;
  readonly address: ValueAddress;
  readonly ownerId: string | undefined;
  /** Whether the owner is connected to another server, which may settle the command. */
  readonly isElsewhere: boolean;
  readonly due: number;
};

/** `until` is in monotonic time. */
export type UnansweredCommand = OpenCommand & { readonly until: number };
export type UnansweredCommands = LRUCache<string, UnansweredCommand>;
