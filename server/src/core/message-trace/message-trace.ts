import type { ErrorName, Performative, ValueAddress } from '@azulejo/contract';
import { ApiError, errorSummary } from '../../platform/api-error.ts';
import { createBus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ChannelAccess, Principal } from '../access/index.ts';

/** Who sent or received something, as far as that is known. */
export type Party = Pick<Principal, 'kind' | 'id' | 'clientId'>;

export type Via = 'mqtt' | 'http' | 'virtual';

/** Why something was not processed: an error of the contract, or another word where there is none. */
export type Reason = { readonly code: ErrorName | string; readonly text: string };

/** A message or connection that passed between the platform and a party, or that failed. */
export type TraceEntry = {
  /** When it arrived; the current time when left out. */
  readonly at?: number;
  readonly kind: 'connect' | 'disconnect' | 'subscribe' | 'message' | 'command';
  readonly direction: 'in' | 'out';
  readonly via: Via;
  /** Undefined when the party is unknown. */
  readonly party: Party | undefined;
  /** The id that an unauthenticated caller claimed. */
  readonly claimedId?: string;
  readonly topic?: string;
  readonly address?: ValueAddress;
  /** The channel's owner and grantees, where known: they may observe this entry, too. */
  readonly channel?: ChannelAccess;
  readonly io?: Performative;
  /** The value of the message; `raw` when it could not be parsed. */
  readonly data?: unknown;
  readonly raw?: Buffer;
  readonly result: string;
  readonly reason?: Reason;
  readonly tookMs?: number;
};

/** An entry as observers receive it; `isFailure` marks what did not get through. */
export type TraceRecord = TraceEntry & { readonly at: number; readonly isFailure: boolean };

/** A record as viewers of any server are shown it: short, and without secrets. */
export type TraceLine = Omit<TraceRecord, 'data' | 'raw' | 'topic'> & {
  readonly topic: string | undefined;
  readonly payload: string | undefined;
  /** Size of the whole payload, if the payload is truncated. */
  readonly bytes: number | undefined;
};

/** The filter of a viewer; without members, everything is shown. */
export type TraceScope = {
  readonly clientId?: string | undefined;
  readonly userId?: string | undefined;
  readonly channelId?: string | undefined;
};

export type TracedLine = {
  readonly scope: TraceScope;
  readonly line?: TraceLine | undefined;
  /** How many lines were skipped before. */
  readonly skipped: number;
};

/** What servers tell each other of their viewers and messages. */
type SharedEvents = {
  /** What viewers at this server watch, every few seconds while they do; nothing when they leave. */
  watched: { readonly scopes: readonly TraceScope[] };
  watchedElsewhere: { readonly server: string; readonly scopes: readonly TraceScope[] };
  /** A line that viewers at another server watch. */
  traced: { readonly server: string } & TracedLine;
  tracedElsewhere: TracedLine;
};

type Events = { passed: TraceRecord; failed: TraceRecord };

export type MessageTrace = ReturnType<typeof createMessageTrace>;

/**
 * Publishes what passes to observers. Usually there are none, so callers create entries that only
 * observers need when `hasObservers` is true; failures are always published.
 */
export function createMessageTrace({ clock, logger }: { clock: Clock; logger: Pick<Logger, 'error'> }) {
  const bus = createBus<Events>(logger);
  const shared = createBus<SharedEvents>(logger);
  let watchers = 0;

  function failed(passed: TraceEntry): void {
    const record = { at: clock.now(), ...passed, isFailure: true };
    bus.emit('failed', record);
    if (watchers > 0) bus.emit('passed', record);
  }

  return {
    shared,

    get hasObservers(): boolean {
      return watchers > 0;
    },

    passed(passed: TraceEntry): void {
      if (watchers > 0) bus.emit('passed', { at: clock.now(), ...passed, isFailure: false });
    },

    failed,

    /** Publishes a refusal by an `ApiError`. Other errors are failures of the server, which its log holds. */
    refused(passed: Omit<TraceEntry, 'result' | 'reason'>, error: unknown): void {
      if (!(error instanceof ApiError)) return;
      const reason = { code: error.kind, text: errorSummary(error).text };
      failed({ ...passed, result: 'refused', reason });
    },

    /** Calls the listener with every entry until it is disposed of. */
    watch(listener: (record: TraceRecord) => void): Disposable {
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

    onFailure: (listener: (record: TraceRecord) => void): Disposable => bus.on('failed', listener),
  };
}
