import { createLruCache } from '../lru-cache.ts';
import type { OutboundFailure } from './outbound-error.ts';

/** A call that was made or refused. It has neither path nor query, which can hold secrets. */
export type LoggedCall = {
  /** Counted in milliseconds since 1970. */
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

/** How the last call for one purpose went. */
export type PurposeState = {
  readonly last: LoggedCall;
  /** When the first of the failed calls in a row was made; undefined when the last one succeeded. */
  readonly failingSince: number | undefined;
};

type Party = {
  readonly calls: readonly LoggedCall[];
  readonly states: ReadonlyMap<string, PurposeState>;
};

/** Creates the log of the last calls per party. It is in memory, and is empty after a restart. */
export function createCallLog() {
  const parties = createLruCache<Party>(MAX_PARTIES);

  return {
    add(party: string, call: LoggedCall): void {
      const { calls, states } = parties.get(party) ?? { calls: [], states: new Map() };
      const before: PurposeState | undefined = states.get(call.purpose);
      const failingSince = hasFailed(call) ? (before?.failingSince ?? call.time) : undefined;
      parties.set(party, {
        calls: [call, ...calls].slice(0, MAX_CALLS),
        states: new Map(states).set(call.purpose, { last: call, failingSince }),
      });
    },

    /** Returns the last calls, newest first. */
    list: (party: string): readonly LoggedCall[] => parties.get(party)?.calls ?? [],

    /** Returns how the last call for each purpose went. */
    states: (party: string): ReadonlyMap<string, PurposeState> => parties.get(party)?.states ?? new Map(),
  };
}

/**
 * Returns whether the other side did not do its part. A manager answers 404 for a person who did not sign in,
 * and a token endpoint 400 for a code that expired (managers 1.5, RFC 6749 5.2).
 */
function hasFailed({ purpose, status, failure }: LoggedCall): boolean {
  if (failure !== undefined || status === undefined) return true;
  if (status < 300) return false;
  return !(purpose === 'devices_list' && status === 404) && !(purpose === 'token' && status === 400);
}
