import { type GrantMessage, grantsTopic } from '@azulejo/contract';
import type { DomainEventBus, DomainEvents } from '../../core/domain-events/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { GRANT_REQUEST_MS, type GrantRequests } from '../pairing/index.ts';
import { keyOf, type LiveSession } from './live-principal.ts';
import type { Delivery } from './outbound.ts';
import { encodeGrantMessage } from './payload.ts';
import { mayAskFor } from './rights.ts';

type Dependencies = { clock: Clock; grantRequests: GrantRequests; broker: Pick<Delivery, 'deliver'> };

export type GrantMessages = ReturnType<typeof createGrantMessages>;

/**
 * Passes on the grant requests that an app in the same network sends to a device (manager-sdk 4.3): the app's
 * `w` goes to the device, which grants over HTTP and confirms with `iw`. Those who asked receive whichever of
 * the two comes first, and only that.
 */
export function createGrantMessages({ clock, grantRequests, broker }: Dependencies) {
  const deliverAnswer = createDeliverAnswer(clock, broker);

  return {
    ended: createNotifyEnded(clock, broker),

    /**
     * Forwards what a user or an application asks for itself, or a user for its application. Returns false
     * when it may not ask for that.
     */
    async request(
      { principal }: LiveSession,
      deviceId: string,
      data: GrantMessage['data'],
    ): Promise<boolean> {
      if (!mayAskFor(principal, data)) return false;
      const { kind, id, clientId } = principal;
      const onBehalfOf = kind === 'user' ? id : undefined;
      const requester = { userId: onBehalfOf, applicationId: clientId };
      await grantRequests.record(deviceId, data.role, requester);
      const payload = encodeGrantMessage(
        { io: 'w', data },
        { sender: clientId, onBehalfOf, timestamp: clock.now() },
      );
      broker.deliver(keyOf({ kind: 'client', id: deviceId }), grantsTopic('devices', deviceId), payload, {
        expiresInMs: GRANT_REQUEST_MS,
      });
      return true;
    },

    /**
     * Forwards a device's confirmation to those who asked. Nothing is sent when there is no open request, or
     * when it was answered before.
     */
    async confirm(deviceId: string, data: GrantMessage['data']): Promise<void> {
      const request = { deviceId, role: data.role, granteeId: data.client_id };
      const requesters = await grantRequests.answer(request, 'confirmation');
      if (requesters) deliverAnswer(requesters, deviceId, data);
    },

    /**
     * Publishes a grant that the channel's owner made over HTTP, also when it was not asked for over MQTT.
     */
    granted({ by, channelId, role, granteeId, ...grant }: DomainEvents['grantCreated']): void {
      const { requestingClientId: requesting_client_id, requesters } = grant;
      const requesting = requesting_client_id === undefined ? {} : { requesting_client_id };
      if (requesters)
        deliverAnswer(requesters, by, { role, client_id: granteeId, ...requesting, id: channelId });
    },
  };
}

type Requesters = NonNullable<DomainEvents['grantCreated']['requesters']>;

/** Returns what delivers an answer to those who asked, and to those who get the channel. */
const createDeliverAnswer =
  (clock: Clock, broker: Pick<Delivery, 'deliver'>) =>
  (requesters: Requesters, sender: string, data: GrantMessage['data']): void => {
    const payload = encodeGrantMessage({ io: 'iw', data }, { sender, timestamp: clock.now() });
    const { role, client_id: id } = data;
    const tree = role === 'user' ? 'users' : 'applications';
    const keys = new Set(requesters.map(keyOf)).add(keyOf({ kind: role === 'user' ? 'user' : 'client', id }));
    for (const key of keys) broker.deliver(key, grantsTopic(tree, id), payload);
  };

/** Notifies the channel's owner that a grant ended, on the topic on which devices are asked for grants. */
const createNotifyEnded =
  (clock: Clock, broker: Pick<Delivery, 'deliver'>) =>
  ({ owner, channelId, userId, clientId }: DomainEvents['grantEnded']): void => {
    const data = {
      role: 'user',
      client_id: userId,
      ...(clientId === undefined ? {} : { requesting_client_id: clientId }),
      id: channelId,
    } as const;
    const stamp = { sender: clientId ?? owner.id, onBehalfOf: userId, timestamp: clock.now() };
    const payload = encodeGrantMessage({ io: 'd', data }, stamp);
    broker.deliver(keyOf({ kind: 'client', id: owner.id }), grantsTopic(`${owner.kind}s`, owner.id), payload);
  };

/** Listens for grants that are made over HTTP, and for grants that end. */
export function followGrants(bus: DomainEventBus, grants: GrantMessages): Disposable {
  const listening = new DisposableStack();
  listening.use(bus.on('grantCreated', grants.granted));
  listening.use(bus.on('grantEnded', grants.ended));
  return listening;
}
