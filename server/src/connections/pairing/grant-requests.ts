import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.ts';
import { createLruCache } from '../../platform/lru-cache.ts';

/** Twice as long as known apps wait for the answer (android-app 4.5, ios-app 4.4). */
export const GRANT_REQUEST_MS = 120_000;
/** Maximum number of open requests. Beyond it, the oldest one is dropped and has to be repeated. */
const MAX_REQUESTS = 10_000;
/** The same for one account, so that none can drop the requests of all others. */
const MAX_REQUESTS_PER_REQUESTER = 100;

/** The device that receives the request, and the user or application that is to get its channels. */
export type GrantRequestKey = {
  readonly deviceId: string;
  readonly role: 'application' | 'user';
  readonly granteeId: string;
};

export type GrantRequest = {
  /** Wall-clock time of the request: a grant made before it does not answer it. */
  readonly requested: number;
  /** The keys of the sessions' principals that still wait for the answer. */
  readonly requesters: Set<string>;
  /** The answer that was given. */
  answeredBy?: 'confirmation' | 'grant';
};

export type GrantRequests = ReturnType<typeof createGrantRequests>;

/**
 * Holds the grants that people and applications request from devices of their network over MQTT (manager-sdk
 * 4.3). A user's open request is also that user's consent to the device. Requests are in memory only: after a
 * restart, people request again.
 */
export function createGrantRequests(clock: Clock) {
  const requests = createLruCache<GrantRequest & { readonly until: number }>(MAX_REQUESTS);
  /** Maps a device and an application to those who ask through it, with the time until which their request is open. */
  const through = createLruCache<Map<string, number>>(MAX_REQUESTS);
  /** Maps a requester to its requests, the oldest first, each with its key in `through`. */
  const opened = new LRUCache<string, ReadonlyMap<string, string>>({
    maxSize: MAX_REQUESTS,
    sizeCalculation: ({ size }) => size,
  });

  /** Returns undefined when there was no request, or when it is too old. */
  function find(key: GrantRequestKey): GrantRequest | undefined {
    const request = requests.get(textOf(key));
    return request && request.until > clock.monotonic() ? request : undefined;
  }

  /** Withdraws a request of the requester. Others that ask for the same still wait for the answer. */
  function withdraw(requester: string, request: string, place: string, isLastAtPlace: boolean): void {
    const requesters = requests.get(request)?.requesters;
    requesters?.delete(requester);
    if (requesters?.size === 0) requests.delete(request);
    if (!isLastAtPlace) return;
    const others = through.get(place);
    others?.delete(requester);
    if (others?.size === 0) through.delete(place);
  }

  /** Adds a request to those of the requester, and withdraws the oldest one when there are too many. */
  function add(requester: string, request: string, place: string): void {
    const own = new Map(opened.get(requester));
    own.delete(request);
    own.set(request, place);
    const [oldest] = own;
    if (oldest && own.size > MAX_REQUESTS_PER_REQUESTER) {
      own.delete(oldest[0]);
      withdraw(requester, ...oldest, !own.values().some((each) => each === oldest[1]));
    }
    opened.set(requester, own);
  }

  return {
    find,

    /** Opens a request, or extends it and adds the requester, which signed in through the application. */
    record(key: GrantRequestKey, requester: string, applicationId: string): void {
      const requesters = new Set(find(key)?.requesters).add(requester);
      const until = clock.monotonic() + GRANT_REQUEST_MS;
      requests.set(textOf(key), { requesters, requested: clock.now(), until });
      const place = JSON.stringify([key.deviceId, applicationId]);
      through.set(place, new Map(through.get(place)).set(requester, until));
      add(requester, textOf(key), place);
    },

    /** Returns whether the application, or somebody who signed in through it, has an open request at the device. */
    isRequestedThrough(deviceId: string, applicationId: string): boolean {
      const requesters = through.get(JSON.stringify([deviceId, applicationId]));
      return requesters?.values().some((until) => until > clock.monotonic()) ?? false;
    },
  };
}

const textOf = ({ deviceId, role, granteeId }: GrantRequestKey): string =>
  JSON.stringify([deviceId, role, granteeId]);
