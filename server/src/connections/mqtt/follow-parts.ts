import type { DomainEventBus } from '../../core/domain-events/index.ts';
import { type Leases, PARTS, partOf } from '../../platform/leases.ts';
import { inMessages, type LiveServerBus, type Place } from './server-messages.ts';

type Dependencies = { serverBus: LiveServerBus; bus: DomainEventBus; leases: Pick<Leases, 'parts'> };

/** Connects what happens in homes with the servers that hold their parts. */
export function followParts(dependencies: Dependencies): Disposable {
  const listening = new DisposableStack();
  listening.use(publishToParts(dependencies));
  listening.use(receiveForParts(dependencies));
  return listening;
}

/** Publishes what the servers of other parts have to know. */
function publishToParts({ serverBus, bus, leases: { parts } }: Dependencies): Disposable {
  const placeOf = (id: string): Place => `part:${partOf(id)}`;
  const placesOf = (ids: readonly string[]) => [...new Set(ids.map(placeOf))];
  const isElsewhere = (id: string) => !parts.hasPartOf(id);
  const listening = new DisposableStack();
  listening.use(bus.on('playDecided', (play) => serverBus.publish(['all'], 'play', play)));
  listening.use(
    bus.on('eventsAppended', ({ userIds }) => {
      for (const some of inMessages(userIds.filter(isElsewhere)))
        serverBus.publish(placesOf(some), 'homeEvents', { userIds: some });
    }),
  );
  listening.use(
    bus.on('clientsChanged', ({ connections, reports }) => {
      for (const some of inMessages(connections))
        serverBus.publish(placesOf(some), 'clients', { connections: some, reports: [] });
      for (const some of inMessages(reports))
        serverBus.publish(placesOf(some), 'clients', { connections: [], reports: some });
    }),
  );
  listening.use(
    bus.on('automationsChanged', ({ userId }) => {
      if (isElsewhere(userId)) serverBus.publish([placeOf(userId)], 'automations', { userId });
    }),
  );
  listening.use(
    bus.on('commandRequested', ({ owner, address, message, answerMs }) => {
      if (owner.kind !== 'virtual' || !isElsewhere(address.channelId)) return;
      serverBus.publish([placeOf(address.channelId)], 'virtualCommand', { address, message, answerMs });
    }),
  );
  return listening;
}

/** Receives what is sent to the parts that this server holds. */
function receiveForParts({ serverBus, bus, leases: { parts } }: Dependencies): Disposable {
  const held = new Map<number, Disposable>();
  function hold(): void {
    for (let part = 0; part < PARTS; part += 1) {
      if (parts.has(part) === held.has(part)) continue;
      held.get(part)?.[Symbol.dispose]();
      if (!held.delete(part)) held.set(part, serverBus.hold(`part:${part}`));
    }
  }
  hold();
  const listening = new DisposableStack();
  listening.use(parts.onChange(hold));
  listening.use(serverBus.on('homeEvents', (event) => bus.emit('eventsAppendedElsewhere', event)));
  listening.use(serverBus.on('clients', (event) => bus.emit('clientsChangedElsewhere', event)));
  listening.use(serverBus.on('automations', (event) => bus.emit('automationsChangedElsewhere', event)));
  listening.use(serverBus.on('userState', (event) => bus.emit('userStateChangedElsewhere', event)));
  listening.use(serverBus.onGap(() => bus.emit('missedElsewhere', {})));
  listening.use(serverBus.on('play', (play) => bus.emit('playDecidedElsewhere', play)));
  listening.use(
    serverBus.on('virtualCommand', ({ answerMs, ...command }) => {
      const { address, message } = command;
      if (message.io === 'r') bus.emit('readRequestedElsewhere', { address, answerMs });
      bus.emit('virtualCommandElsewhere', command);
    }),
  );
  listening.defer(() => {
    for (const each of held.values()) each[Symbol.dispose]();
  });
  return listening;
}
