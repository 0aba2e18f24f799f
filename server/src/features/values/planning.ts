import type { ValueAddress } from '@azulejo/contract';
import type { Presence } from '../../platform/presence.ts';
import type { Waiting } from '../commands/index.ts';
import type { Traffic } from '../traffic/index.ts';
import type { LiveBus, Speaker } from './live-bus.ts';
import type { PendingReads } from './pending-reads.ts';

export type Times = {
  /** How long a command, or a read that was passed on, waits for its answer. */
  readonly answerMs: number;
  /** A value younger than this answers a read by itself. */
  readonly freshMs: number;
};

/** What planning an entry may look at, and what it changes after the COMMIT. */
export type Planning = {
  readonly live: LiveBus;
  readonly traffic: Traffic;
  readonly presence: Presence;
  readonly times: Times;
  readonly reads: PendingReads;
  readonly waiting: Waiting;
  /** Who asked for the commands that this process opened, in the order of their deadlines. */
  readonly writers: Map<string, Writer>;
};

export type Writer = { readonly speaker: Speaker; readonly address: ValueAddress; readonly deadline: number };
