import { type GrantMessage, grantsTopic } from '@azulejo/contract';
import type { DomainEventBus, DomainEvents } from '../../core/domain-events/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { GRANT_ASK_MS, type GrantAsk, type GrantAsks } from '../pairing/index.ts';
import { keyOf, type LiveSession } from './live-principal.ts';
import type { Delivery } from './outbound.ts';
import { encodeGrantMessage } from './payload.ts';
import { mayAskFor } from './rights.ts';

type Dependencies = { clock: Clock; grantAsks: GrantAsks; broker: Pick<Delivery, 'deliver'> };

export type GrantMessages = ReturnType<typeof createGrantMessages>;

/**
 * How an app in the same network asks a device for a grant (manager-sdk 4.3): its `w` goes to the device, which grants
 * over HTTP and confirms with `iw`. Whichever of the two comes first is told to who asked, and only that.
 */
export function createGrantMessages({ clock, grantAsks, broker }: Dependencies) {
  function answer(ask: GrantAsk | undefined, sender: string, data: GrantMessage['data']): void {
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
      grantAsks.record({ deviceId, role: data.role, granteeId: data.client_id }, key);
      const onBehalfOf = kind === 'user' ? id : undefined;
      const payload = encodeGrantMessage(
        { io: 'w', data },
        { sender: clientId, onBehalfOf, timestamp: clock.now() },
      );
      broker.deliver(keyOf({ kind: 'client', id: deviceId }), grantsTopic('devices', deviceId), payload, {
        expiresInMs: GRANT_ASK_MS,
      });
      return true;
    },

    /** A device says that it granted. Nobody is told who did not ask it, or who was told before. */
    confirm(deviceId: string, data: GrantMessage['data']): void {
      const ask = grantAsks.find({ deviceId, role: data.role, granteeId: data.client_id });
      if (!ask || ask.answeredBy) return;
      answer(ask, deviceId, data);
      ask.answeredBy = 'confirmation';
    },

    /** Who stands behind a channel granted it over HTTP; told also when nobody asked over MQTT. */
    granted({ by, channelId, role, granteeId, requestingClientId }: DomainEvents['grantCreated']): void {
      const ask = grantAsks.find({ deviceId: by, role, granteeId });
      const isAnswered = ask?.answeredBy === 'confirmation';
      if (ask) ask.answeredBy = 'grant';
      if (isAnswered) return;
      answer(ask, by, {
        role,
        client_id: granteeId,
        ...(requestingClientId === undefined ? {} : { requesting_client_id: requestingClientId }),
        id: channelId,
      });
    },

    /** Tells the owner of the channel, on the topic on which devices are asked for grants. */
    ended({ owner, channelId, userId, clientId }: DomainEvents['grantEnded']): void {
      const data = {
        role: 'user',
        client_id: userId,
        ...(clientId === undefined ? {} : { requesting_client_id: clientId }),
        id: channelId,
      } as const;
      const stamp = { sender: clientId ?? owner.id, onBehalfOf: userId, timestamp: clock.now() };
      const payload = encodeGrantMessage({ io: 'd', data }, stamp);
      broker.deliver(
        keyOf({ kind: 'client', id: owner.id }),
        grantsTopic(`${owner.kind}s`, owner.id),
        payload,
      );
    },
  };
}

/** Listens for grants that are made over HTTP, and for those that end. */
export function followGrants(bus: DomainEventBus, grants: GrantMessages): Disposable {
  const listening = new DisposableStack();
  listening.use(bus.on('grantCreated', grants.granted));
  listening.use(bus.on('grantEnded', grants.ended));
  return listening;
}
