import type { Clock } from '../../platform/clock.ts';
import { createLruCache } from '../../platform/lru-cache.ts';

/** Twice as long as known apps wait for the answer (android-app 4.5, ios-app 4.4). */
export const GRANT_ASK_MS = 120_000;
/** Maximum number of open requests. Beyond it the oldest one is dropped, and that person has to ask again. */
const MAX_ASKS = 10_000;

/** The device that is asked, and the user or application that is to get its channels. */
export type GrantAskKey = {
  readonly deviceId: string;
  readonly role: 'application' | 'user';
  readonly granteeId: string;
};

export type GrantAsk = {
  /** Wall-clock time of the request: a grant made before it does not answer it. */
  readonly asked: number;
  /** The keys of the sessions' principals that still wait for the answer. */
  readonly askers: Set<string>;
  /** The answer that was given. */
  answeredBy?: 'confirmation' | 'grant';
};

export type GrantAsks = ReturnType<typeof createGrantAsks>;

/**
 * Remembers what people and applications ask devices of their network for over MQTT (manager-sdk 4.3). A
 * user's open request is also that user's consent to the device. Requests are in memory only: after a restart
 * people ask again.
 */
export function createGrantAsks(clock: Clock) {
  const asks = createLruCache<GrantAsk & { readonly until: number }>(MAX_ASKS);
  /** Until when a request through an application is open, by device and application. */
  const through = createLruCache<number>(MAX_ASKS);

  /** Returns undefined when there was no request, or when it is too old. */
  function find(key: GrantAskKey): GrantAsk | undefined {
    const ask = asks.get(textOf(key));
    return ask && ask.until > clock.monotonic() ? ask : undefined;
  }

  return {
    find,

    /** Opens a request, or extends it and adds the asker, which signed in through the application. */
    record(key: GrantAskKey, asker: string, applicationId: string): void {
      const askers = new Set(find(key)?.askers).add(asker);
      const until = clock.monotonic() + GRANT_ASK_MS;
      asks.set(textOf(key), { askers, asked: clock.now(), until });
      through.set(JSON.stringify([key.deviceId, applicationId]), until);
    },

    /** Returns whether the device is asked by the application, or by somebody who signed in through it. */
    isAskedThrough: (deviceId: string, applicationId: string): boolean =>
      (through.get(JSON.stringify([deviceId, applicationId])) ?? 0) > clock.monotonic(),
  };
}

const textOf = ({ deviceId, role, granteeId }: GrantAskKey): string =>
  JSON.stringify([deviceId, role, granteeId]);
