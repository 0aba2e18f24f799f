import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.ts';

/** Twice as long as known apps wait for the answer (android-app 4.5, ios-app 4.4). */
export const GRANT_ASK_MS = 120_000;
/** Beyond this the oldest ask is dropped, and its person has to ask again. */
const MAX_ASKS = 10_000;

/** Whom a device is asked to grant its channels to. */
export type GrantAskKey = {
  readonly deviceId: string;
  readonly role: 'application' | 'user';
  readonly granteeId: string;
};

export type GrantAsk = {
  /** When it was asked, by the clock on the wall: what was granted before does not answer it. */
  readonly asked: number;
  /** The keys of the sessions' principals that still wait for the answer. */
  readonly askers: Set<string>;
  /** What the askers were answered with. */
  answeredBy?: 'confirmation' | 'grant';
};

export type GrantAsks = ReturnType<typeof createGrantAsks>;

/**
 * What people and applications ask devices of their network for over MQTT (manager-sdk 4.3). An open ask of a user is that
 * user's consent to the device. Asks are kept in memory: after a restart people ask again.
 */
export function createGrantAsks(clock: Clock) {
  const asks = new LRUCache<string, GrantAsk & { readonly until: number }>({ max: MAX_ASKS });

  /** Undefined when nobody asked, or too long ago. */
  function find(key: GrantAskKey): GrantAsk | undefined {
    const ask = asks.get(textOf(key));
    return ask && ask.until > clock.monotonic() ? ask : undefined;
  }

  return {
    find,

    /** Opens the ask, or prolongs it and adds the asker. */
    record(key: GrantAskKey, asker: string): void {
      const askers = new Set(find(key)?.askers).add(asker);
      asks.set(textOf(key), { askers, asked: clock.now(), until: clock.monotonic() + GRANT_ASK_MS });
    },
  };
}

const textOf = ({ deviceId, role, granteeId }: GrantAskKey): string =>
  JSON.stringify([deviceId, role, granteeId]);
