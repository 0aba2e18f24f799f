import { createLruCache } from '../lru-cache.ts';
import type { OutboundFailure } from './outbound-error.ts';

/** A call that was made or refused. It has neither path nor query, which can hold secrets. */
export type LoggedCall = {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly purpose: string;
  readonly origin: string;
  readonly durationMs: number;
  /** The status of the answer; undefined without one. */
  readonly status?: number;
  /** Why there is no complete answer. */
  readonly failure?: OutboundFailure;
};

const MAX_PARTIES = 1_000;
const MAX_CALLS = 50;

/** Creates the log of the last calls per party. It is in memory, and is empty after a restart. */
export function createCallLog() {
  const parties = createLruCache<LoggedCall[]>(MAX_PARTIES);

  return {
    add(party: string, call: LoggedCall): void {
      parties.set(party, [call, ...(parties.get(party) ?? [])].slice(0, MAX_CALLS));
    },

    /** Returns the last calls, newest first. */
    list: (party: string): readonly LoggedCall[] => parties.get(party) ?? [],
  };
}
