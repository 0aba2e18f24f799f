import type { ErrorName, Performative, ValueAddress } from '@azulejo/contract';
import { createBus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { Problem, problemSummary } from '../../platform/problem.ts';
import type { ChannelAccess, Principal } from '../access/index.ts';

/** Who sent or received something, as far as that is known. */
export type Party = Pick<Principal, 'kind' | 'id' | 'clientId'>;

export type Via = 'mqtt' | 'http' | 'virtual';

/** Why something went no further: an error of the contract, or a word for what has none. */
export type Reason = { readonly code: ErrorName | string; readonly text: string };

/** Something that passed between the platform and somebody, or did not get through. */
export type TraceEntry = {
  /** When it came; now where it is left out. */
  readonly at?: number;
  readonly kind: 'connect' | 'disconnect' | 'subscribe' | 'message' | 'command';
  readonly direction: 'in' | 'out';
  readonly via: Via;
  /** Undefined for whom nobody knows. */
  readonly party: Party | undefined;
  /** Whom a stranger said to be. */
  readonly claimedId?: string | undefined;
  readonly topic?: string | undefined;
  readonly address?: ValueAddress | undefined;
  /** Who has a part in the channel, where that is known: for them it passed, too. */
  readonly channel?: ChannelAccess | undefined;
  readonly io?: Performative | undefined;
  /** The value that was said; `raw` for what could not be read. */
  readonly data?: unknown;
  readonly raw?: Buffer | undefined;
  readonly result: string;
  readonly reason?: Reason | undefined;
  readonly tookMs?: number | undefined;
};

/** As it is told: `isFailure` for what did not get through. */
export type Told = TraceEntry & { readonly at: number; readonly isFailure: boolean };

type Events = { passed: Told; failed: Told };

export type MessageTrace = ReturnType<typeof createMessageTrace>;

/**
 * What passes, for whoever watches it. Most of the time nobody does: what is told for watchers alone is made only where
 * `isWatched`, while what fails is always told.
 */
export function createMessageTrace({ clock, logger }: { clock: Clock; logger: Pick<Logger, 'error'> }) {
  const bus = createBus<Events>(logger);
  let watchers = 0;

  function failed(passed: TraceEntry): void {
    const told = { at: clock.now(), ...passed, isFailure: true };
    bus.emit('failed', told);
    if (watchers > 0) bus.emit('passed', told);
  }

  return {
    get hasObservers(): boolean {
      return watchers > 0;
    },

    passed(passed: TraceEntry): void {
      if (watchers > 0) bus.emit('passed', { at: clock.now(), ...passed, isFailure: false });
    },

    failed,

    /** By a `Problem`. Anything else is a failure of ours, and in the log of the server. */
    refused(passed: Omit<TraceEntry, 'result' | 'reason'>, error: unknown): void {
      if (!(error instanceof Problem)) return;
      const reason = { code: error.kind, text: problemSummary(error).text };
      failed({ ...passed, result: 'refused', reason });
    },

    /** Everything, until it is disposed of. */
    watch(listener: (told: Told) => void): Disposable {
      const listening = bus.on('passed', listener);
      let hasEnded = false;
      watchers += 1;
      return {
        [Symbol.dispose]: () => {
          listening[Symbol.dispose]();
          if (!hasEnded) watchers -= 1;
          hasEnded = true;
        },
      };
    },

    onFailure: (listener: (told: Told) => void): Disposable => bus.on('failed', listener),
  };
}
