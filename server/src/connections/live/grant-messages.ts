import { type GrantMessage, grantsTopic } from '@azulejo/contract';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.ts';
import type { LiveBus, LiveEvents } from '../../state/values/index.ts';
import { keyOf, type LiveSession } from './live-principal.ts';
import type { Delivery } from './outbound.ts';
import { encodeGrantMessage } from './payload.ts';
import { mayAskFor } from './rights.ts';

/** Twice as long as known apps wait for the answer (android-app 4.5, ios-app 4.4). */
const ASKED_MS = 120_000;
/** Of who asks without end the oldest is forgotten; a grant over HTTP is still told. */
const MAX_ASKED = 10_000;

type Role = GrantMessage['data']['role'];
/** An ask that a device has to answer: by the keys of whose sessions, and what they were told of since. */
type Ask = { readonly askers: Set<string>; readonly until: number; toldOf?: 'confirmation' | 'grant' };

type Dependencies = { clock: Clock; broker: Pick<Delivery, 'deliver'> };

export type GrantMessages = ReturnType<typeof createGrantMessages>;

/**
 * How an app in the same network asks a device for a grant (manager-sdk 4.3): its `w` goes to the device, which grants
 * over HTTP and confirms with `iw`. Whichever of the two comes first is told to who asked, and only that.
 */
export function createGrantMessages({ clock, broker }: Dependencies) {
  const asks = new LRUCache<string, Ask>({ max: MAX_ASKED });

  const findAsk = (deviceId: string, role: Role, granteeId: string): Ask | undefined => {
    const ask = asks.get(askKey(deviceId, role, granteeId));
    return ask && ask.until > clock.monotonic() ? ask : undefined;
  };

  function answer(ask: Ask | undefined, sender: string, data: GrantMessage['data']): void {
    const payload = encodeGrantMessage({ io: 'iw', data }, { sender, timestamp: clock.now() });
    const { role, client_id: id } = data;
    const tree = role === 'user' ? 'users' : 'applications';
    const keys = new Set(ask?.askers).add(keyOf({ kind: role === 'user' ? 'user' : 'client', id }));
    for (const key of keys) broker.deliver(key, grantsTopic(tree, id), payload);
    ask?.askers.clear();
  }

  return {
    /** Passes on what a user or an application asks for itself, or a user for its application. False: it may not. */
    ask({ key, principal }: LiveSession, deviceId: string, data: GrantMessage['data']): boolean {
      if (!mayAskFor(principal, data)) return false;
      const { kind, id, clientId } = principal;
      const pending = findAsk(deviceId, data.role, data.client_id);
      const askers = new Set(pending?.askers).add(key);
      const until = clock.monotonic() + ASKED_MS;
      asks.set(askKey(deviceId, data.role, data.client_id), { askers, until });
      const onBehalfOf = kind === 'user' ? id : undefined;
      const payload = encodeGrantMessage(
        { io: 'w', data },
        { sender: clientId, onBehalfOf, timestamp: clock.now() },
      );
      broker.deliver(keyOf({ kind: 'client', id: deviceId }), grantsTopic('devices', deviceId), payload, {
        expiresInMs: ASKED_MS,
      });
      return true;
    },

    /** A device says that it granted. Nobody is told who did not ask it, or who was told before. */
    confirm(deviceId: string, data: GrantMessage['data']): void {
      const ask = findAsk(deviceId, data.role, data.client_id);
      if (!ask || ask.toldOf) return;
      answer(ask, deviceId, data);
      ask.toldOf = 'confirmation';
    },

    /** Who stands behind a channel granted it over HTTP; told also when nobody asked over MQTT. */
    granted({ by, channelId, role, granteeId, requestingClientId }: LiveEvents['granted']): void {
      const ask = findAsk(by, role, granteeId);
      const isToldAlready = ask?.toldOf === 'confirmation';
      if (ask) ask.toldOf = 'grant';
      if (isToldAlready) return;
      answer(ask, by, {
        role,
        client_id: granteeId,
        ...(requestingClientId === undefined ? {} : { requesting_client_id: requestingClientId }),
        id: channelId,
      });
    },
  };
}

const askKey = (deviceId: string, role: Role, granteeId: string): string =>
  JSON.stringify([deviceId, role, granteeId]);

/** Listens for grants that are made over HTTP. */
export const followGrants = (bus: LiveBus, grants: GrantMessages): Disposable =>
  bus.on('granted', grants.granted);
