import { type ValueAddress, valueTopic } from '@azulejo/contract';
import { addressOf } from '@azulejo/model';
import type { ClientOwner } from '../../core/access/index.ts';
import type { DomainEventBus, StampedMessage } from '../../core/domain-events/index.ts';
import type { Timers } from '../../platform/clock.ts';
import type { DatabaseContact } from '../../platform/database-contact.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Gap, Place, ServerBus } from '../../platform/server-bus/index.ts';
import { toStoredValue, type Values } from '../../telemetry/values/index.ts';
import type { DeliveredTimes } from './delivered-times.ts';
import type { LiveSession } from './live-principal.ts';
import type { Delivery } from './outbound.ts';
import { encodeMessage } from './payload.ts';

/** The messages between servers, by kind. A server ignores kinds that it does not know. */
type ServerMessages = {
  /** A report, for the grantees whose places it is sent to. */
  value: { readonly address: ValueAddress; readonly message: StampedMessage };
  /** A read or write, for the client that owns the channel. */
  request: {
    readonly kind: ClientOwner['kind'];
    readonly address: ValueAddress;
    readonly message: StampedMessage;
    readonly answerMs: number;
  };
  /** A command was settled by another server than the one that opened it. */
  settled: { readonly id: string; readonly message?: StampedMessage };
  /** The logs of these users have new events. */
  events: 0;
  /** The user was enabled, or else disabled or removed. */
  userState: { readonly userId: string; readonly isActive: boolean };
  /** A message about a grant, for sessions of the place that it is sent to. */
  grant: { readonly topic: string; readonly payload: string; readonly expiresInMs?: number | undefined };
  /** A channel of the client lost its last user. */
  unused: { readonly clientId: string };
};

/** How many users one message is sent to. */
const USERS_PER_MESSAGE = 100;
/** How much earlier than a gap the values are that are sent again: a commit takes time until it is published. */
const BEFORE_GAP_MS = 2_000;

type Dependencies = {
  serverBus: LiveServerBus;
  bus: DomainEventBus;
  delivery: Delivery;
  deliveredTimes: DeliveredTimes;
  values: Pick<Values, 'pagesOf'>;
  sessions: () => Iterable<LiveSession>;
  databaseContact: DatabaseContact;
  metrics: Pick<Metrics, 'sessionsRepaired'>;
  timers: Pick<Timers, 'setTimer'>;
  /** Ends the sessions whose sign-in has ended. */
  endDeadSessions: () => Promise<void>;
  /** Ends the sessions of a client whose channel lost its last user. */
  endUnused: (clientId: string) => void;
  logger: Pick<Logger, 'error'>;
};

/** The bus of the live API. Nothing else of the platform knows that there are other servers. */
export type LiveServerBus = ServerBus<ServerMessages>;

export type OtherServers = Disposable & {
  /** Receives what other servers send to the account of a session. */
  arrived(session: LiveSession): void;
  left(session: LiveSession): void;
};

/**
 * Connects the events of this process with the other servers: publishes them, and delivers what arrives. That is never
 * emitted again under the name of the event here, because what follows from it is done by the server of the event.
 */
export function followOtherServers(dependencies: Dependencies): OtherServers {
  const { serverBus, bus } = dependencies;
  const holdings = new Map<string, Disposable>();
  if (serverBus.isAlone)
    return { arrived: () => undefined, left: () => undefined, [Symbol.dispose]: () => undefined };
  const listening = new DisposableStack();
  listening.use(publishEvents(serverBus, bus));
  listening.use(receiveEvents(dependencies));
  const hold = (name: string, place: Place) => holdings.set(name, serverBus.hold(place));
  const release = (name: string) => {
    holdings.get(name)?.[Symbol.dispose]();
    holdings.delete(name);
  };
  listening.use(
    bus.on('userFollowed', ({ userId, isFollowed }) => {
      if (isFollowed) hold(`feed ${userId}`, `user:${userId}`);
      else release(`feed ${userId}`);
    }),
  );
  return {
    arrived: ({ id, key }) => void hold(id, key as Place),
    left: ({ id }) => release(id),
    [Symbol.dispose]() {
      listening.dispose();
      for (const name of [...holdings.keys()]) release(name);
    },
  };
}

/**
 * Delivers what other servers publish, while this server knows from the database which rights have ended. When the
 * database is back, the sign-ins of all sessions are checked before anything is delivered.
 */
function receiveEvents(dependencies: Dependencies): Disposable {
  const { serverBus, bus, endDeadSessions, endUnused, delivery, logger } = dependencies;
  const { databaseContact, timers } = dependencies;
  const { isRecent } = databaseContact;
  const { deliver, repair, resume } = createDeliverElsewhere(dependencies);
  const failed = (err: unknown) => logger.error({ err }, 'what other servers sent was not handled');
  const listening = new DisposableStack();
  listening.use(
    serverBus.on('value', ({ address, message }, { places }) => {
      bus.emit('valueReportedElsewhere', { address, timestamp: message.timestamp });
      if (isRecent()) deliver(places, address, message);
      else repair({ since: message.timestamp, reason: 'database', places }).catch(failed);
    }),
  );
  listening.use(
    serverBus.on('request', ({ kind, address, message, answerMs }, { places }) => {
      if (!isRecent()) return;
      if (message.io === 'r') bus.emit('readRequestedElsewhere', { address, answerMs });
      for (const place of places) {
        const topic = valueTopic(`${kind}s`, idOf(place), address);
        delivery.deliver(place, topic, encodeMessage(message), { expiresInMs: answerMs });
      }
    }),
  );
  listening.use(serverBus.on('settled', (settled) => bus.emit('commandSettledElsewhere', settled)));
  listening.use(
    serverBus.on('events', (_event, { places }) => {
      bus.emit('eventsAppendedElsewhere', { userIds: places.map(idOf) });
    }),
  );
  listening.use(
    serverBus.on('userState', ({ userId, isActive }) => {
      if (!isActive && serverBus.holds(`user:${userId}`)) endDeadSessions().catch(failed);
    }),
  );
  listening.use(
    serverBus.on('grant', ({ topic, payload, expiresInMs }, { places }) => {
      if (!isRecent()) return;
      const options = expiresInMs === undefined ? {} : { expiresInMs };
      for (const place of places) delivery.deliver(place, topic, Buffer.from(payload), options);
    }),
  );
  listening.use(serverBus.on('unused', ({ clientId }) => endUnused(clientId)));
  listening.use(
    serverBus.onGap((gap) => {
      repair(gap).catch(failed);
      // The end of a sign-in may be among what is missing.
      endDeadSessions().catch(failed);
    }),
  );
  listening.use(
    databaseContact.onBack(async () => {
      await endDeadSessions();
      // The contact counts as recent when all who listen have ended.
      timers.setTimer(0, () => resume().catch(failed));
    }),
  );
  return listening;
}

/** Returns what delivers to the sessions of an account on every server. */
export const crossing = (
  delivery: Pick<Delivery, 'deliver'>,
  serverBus: LiveServerBus,
): Pick<Delivery, 'deliver'> =>
  serverBus.isAlone
    ? delivery
    : {
        deliver(key, topic, payload, options) {
          delivery.deliver(key, topic, payload, options);
          const message = { topic, payload: payload.toString(), expiresInMs: options?.expiresInMs };
          serverBus.publish([key as Place], 'grant', message);
        },
      };

const idOf = (place: Place): string => place.slice(place.indexOf(':') + 1);

function publishEvents(serverBus: LiveServerBus, bus: DomainEventBus): Disposable {
  const listening = new DisposableStack();
  listening.use(
    bus.on('valueReported', ({ channel: { users, applications }, address, message }) => {
      const places: Place[] = users.map(({ id }) => `user:${id}` as const);
      for (const id of applications) places.push(`client:${id}`);
      if (places.length > 0) serverBus.publish(places, 'value', { address, message });
    }),
  );
  listening.use(
    bus.on('commandRequested', ({ owner, address, message, answerMs }) => {
      if (owner.kind === 'virtual' || owner.kind === 'user') return;
      serverBus.publish([`client:${owner.id}`], 'request', { kind: owner.kind, address, message, answerMs });
    }),
  );
  listening.use(bus.on('foreignCommandSettled', (settled) => serverBus.publish(['all'], 'settled', settled)));
  listening.use(
    bus.on('eventsAppended', ({ userIds }) => {
      for (let from = 0; from < userIds.length; from += USERS_PER_MESSAGE) {
        const some = userIds.slice(from, from + USERS_PER_MESSAGE);
        serverBus.publish(
          some.map((id) => `user:${id}` as const),
          'events',
          0,
        );
      }
    }),
  );
  listening.use(bus.on('userStateChanged', (changed) => serverBus.publish(['all'], 'userState', changed)));
  listening.use(
    bus.on('grantEnded', ({ owner, isLast }) => {
      if (isLast) serverBus.publish([`client:${owner.id}`], 'unused', { clientId: owner.id });
    }),
  );
  return listening;
}

function createDeliverElsewhere(dependencies: Dependencies) {
  const { delivery, deliveredTimes, values, sessions, databaseContact, metrics } = dependencies;

  /** Delivers a value to the sessions of users and applications. */
  function deliver(places: readonly Place[], address: ValueAddress, message: StampedMessage): void {
    if (!deliveredTimes.take(address, message.timestamp)) return;
    const payload = encodeMessage(message);
    for (const place of places) {
      const tree = place.startsWith('user:') ? 'users' : 'applications';
      delivery.deliver(place, valueTopic(tree, idOf(place), address), payload);
    }
  }

  let running: Promise<void> | undefined;
  let next: Gap | undefined;

  async function repairAll(): Promise<void> {
    for (let gap = next; gap; gap = next) {
      next = undefined;
      const { since, places } = gap;
      const listening = [...sessions()].flatMap(({ key, principal: { tree, id } }) =>
        (tree === 'users' || tree === 'applications') && (places?.includes(key as Place) ?? true)
          ? [[key as Place, { role: tree === 'users' ? 'user' : 'application', id }] as const]
          : [],
      );
      metrics.sessionsRepaired.inc(listening.length);
      const grantees = new Map(listening);
      for (const [place, grantee] of grantees) {
        for await (const rows of values.pagesOf(grantee)) {
          for (const row of rows.filter(({ timestamp }) => timestamp > since - BEFORE_GAP_MS)) {
            const { data, sender, onBehalfOf, timestamp } = toStoredValue(row);
            deliver([place], addressOf(row), { io: 'iw', data, sender, onBehalfOf, timestamp });
          }
        }
      }
    }
  }

  async function resume(): Promise<void> {
    if (!databaseContact.isRecent()) return;
    running ??= repairAll().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    deliver,
    /** Sends the values that may have been missed, for all gaps until now at once. */
    repair(gap: Gap): Promise<void> {
      next = next ? joined(next, gap) : gap;
      return resume();
    },
    resume,
  };
}

function joined(one: Gap, other: Gap): Gap {
  const since = Math.min(one.since, other.since);
  const { places, ...all } = { ...one, since };
  return places && other.places ? { ...all, places: [...places, ...other.places] } : all;
}
