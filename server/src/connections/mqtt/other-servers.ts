import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { Db } from '../../database/index.ts';
import type { Timers } from '../../platform/clock.ts';
import type { ConnectedClients } from '../../platform/connected-clients.ts';
import type { Leases } from '../../platform/leases.ts';
import type { Logger } from '../../platform/logger.ts';
import { createDeliverElsewhere, type DeliverElsewhereDependencies } from './deliver-elsewhere.ts';
import { followParts } from './follow-parts.ts';
import { keyOf, type LiveSession } from './live-principal.ts';
import type { OpenCommands } from './open-commands.ts';
import { type Delivery, deliverReply, isForElsewhere } from './outbound.ts';
import { idOf, inMessages, type LiveServerBus, type Place } from './server-messages.ts';
import { createSessionRows, type SessionRows } from './session-rows.ts';

type Dependencies = DeliverElsewhereDependencies & {
  connectedClients: Pick<ConnectedClients, 'tellAgain'>;
  leases: Pick<Leases, 'parts'>;
  messageTrace: Pick<MessageTrace, 'shared'>;
  db: Db;
  /** The id of this server. */
  serverId: string;
  serverBus: LiveServerBus;
  bus: DomainEventBus;
  timers: Timers;
  openCommands: Pick<OpenCommands, 'deliver' | 'arrived'>;
  /** Ends a session, because its client has another one. */
  takeOver: (sessionId: string) => void;
  /** Ends the sessions whose sign-in has ended. */
  endDeadSessions: () => Promise<void>;
  /** Ends the sessions of a client whose channel lost its last user. */
  endUnused: (clientId: string) => void;
  logger: Pick<Logger, 'error' | 'warn'>;
};

export type OtherServers = AsyncDisposable & {
  /** Receives what other servers send to the account of a session. */
  arrived(session: LiveSession): void;
  left(session: LiveSession): void;
  /** Called when nothing is kept of a session any more. */
  discarded(sessionId: string): void;
  /** Finds in the rows what messages told that did not arrive. */
  check(): Promise<void>;
};

const ALONE: OtherServers = {
  arrived: () => undefined,
  left: () => undefined,
  discarded: () => undefined,
  check: async () => undefined,
  [Symbol.asyncDispose]: async () => undefined,
};

/**
 * Connects the events of this process with the other servers: publishes them, and delivers what arrives. That is never
 * emitted again under the name of the event here, because what follows from it is done by the server of the event.
 */
export function followOtherServers(dependencies: Dependencies): OtherServers {
  const { serverBus, bus } = dependencies;
  const holdings = new Map<string, Disposable>();
  if (serverBus.isAlone) return ALONE;
  const listening = new AsyncDisposableStack();
  const sessionRows = listening.use(followTakenSessions(dependencies));
  listening.use(publishEvents(dependencies));
  listening.use(receiveEvents(dependencies, sessionRows));
  listening.use(receiveMessages(dependencies));
  listening.use(followParts(dependencies));
  listening.use(shareMessageLog(dependencies));
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
    arrived(session) {
      hold(session.id, session.key as Place);
      sessionRows.arrived(session);
    },
    left: ({ id }) => release(id),
    discarded: sessionRows.ended,
    check: async () => {
      if (serverBus.hasOthers()) await sessionRows.check();
    },
    async [Symbol.asyncDispose]() {
      await listening.disposeAsync();
      for (const name of [...holdings.keys()]) release(name);
    },
  };
}

/** Ends the sessions whose clients opened another one on another server, and tells the others about their own. */
function followTakenSessions({ serverBus, serverId, takeOver, ...dependencies }: Dependencies): SessionRows {
  const rows = createSessionRows({
    ...dependencies,
    server: serverId,
    onTaken({ server, session }) {
      if (server === serverId) takeOver(session);
      else serverBus.publish([`server:${server}`], 'taken', { session });
    },
  });
  serverBus.on('taken', ({ session }) => takeOver(session));
  return rows;
}

/** Publishes the events of this process for the other servers. */
function publishEvents({ serverBus, bus, delivery }: Dependencies): Disposable {
  const listening = new DisposableStack();
  listening.use(
    bus.on('valueReported', ({ channel: { users, applications }, address, message }) => {
      const places: Place[] = users.map(({ id }) => `user:${id}` as const);
      for (const id of applications) places.push(`client:${id}`);
      if (places.length > 0) serverBus.publish(places, 'value', { address, message });
    }),
  );
  listening.use(
    bus.on('commandRequested', ({ owner, channel: _channel, ...request }) => {
      if (owner.kind === 'virtual' || owner.kind === 'user') return;
      serverBus.publish([`client:${owner.id}`], 'request', { kind: owner.kind, ...request });
    }),
  );
  listening.use(
    bus.on('foreignCommandSettled', ({ id, origin }) => {
      if (origin !== undefined) serverBus.publish([`server:${origin}`], 'settled', { id });
    }),
  );
  listening.use(
    bus.on('replySent', (reply) => {
      if (isForElsewhere(delivery, reply)) serverBus.publish([keyOf(reply.to) as Place], 'reply', reply);
    }),
  );
  listening.use(
    bus.on('eventsAppended', ({ userIds }) => {
      for (const some of inMessages(userIds)) {
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

/**
 * Delivers what other servers publish, while this server knows from the database which rights have ended. When the
 * database is back, sessions whose sign-in has ended, or whose client is connected to another server, end before anything
 * is delivered.
 */
function receiveEvents(dependencies: Dependencies, sessionRows: Pick<SessionRows, 'check'>): Disposable {
  const { serverBus, bus, endDeadSessions, endUnused, openCommands, sessions, logger } = dependencies;
  const { databaseContact, connectedClients, timers } = dependencies;
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
  listening.use(serverBus.on('unused', ({ clientId }) => endUnused(clientId)));
  listening.use(
    serverBus.onGap((gap) => {
      repair(gap).catch(failed);
      for (const { principal } of sessions())
        if (principal.kind === 'client') openCommands.arrived(principal.id);
      // The end of a sign-in may be among what is missing.
      endDeadSessions().catch(failed);
    }),
  );
  listening.use(
    databaseContact.onBack(async () => {
      connectedClients.tellAgain();
      // What a client sent here, to which it did not get an answer, it has sent to the other server.
      await Promise.all([endDeadSessions(), sessionRows.check()]);
      // The contact counts as recent when all who listen have ended.
      timers.setTimer(0, () => resume().catch(failed));
    }),
  );
  return listening;
}

/** Delivers the messages of other servers for single accounts, on the same condition. */
function receiveMessages(dependencies: Dependencies): Disposable {
  const { serverBus, bus, delivery, openCommands, databaseContact } = dependencies;
  const { isRecent } = databaseContact;
  const listening = new DisposableStack();
  listening.use(
    serverBus.on('request', ({ kind, ...request }, { places }) => {
      if (!isRecent()) return;
      const { address, message, answerMs } = request;
      if (message.io === 'r') bus.emit('readRequestedElsewhere', { address, answerMs });
      for (const place of places) openCommands.deliver({ owner: { kind, id: idOf(place) }, ...request });
    }),
  );
  listening.use(
    serverBus.on('reply', (reply) => {
      if (isRecent()) deliverReply(delivery, reply);
    }),
  );
  listening.use(
    serverBus.on('grant', ({ topic, payload, expiresInMs }, { places }) => {
      if (!isRecent()) return;
      const options = expiresInMs === undefined ? {} : { expiresInMs };
      for (const place of places) delivery.deliver(place, topic, Buffer.from(payload), options);
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
          const message = { topic, payload: payload.toString(), expiresInMs: options?.expiresInMs };
          serverBus.publish([key as Place], 'grant', message);
          return delivery.deliver(key, topic, payload, options);
        },
      };

/** Shares what pages of the message log show. */
function shareMessageLog({ serverBus, messageTrace: { shared } }: Dependencies): Disposable {
  const listening = new DisposableStack();
  listening.use(shared.on('watched', (watched) => serverBus.publish(['all'], 'watch', watched)));
  listening.use(
    serverBus.on('watch', ({ scopes }, { server }) => shared.emit('watchedElsewhere', { server, scopes })),
  );
  listening.use(
    shared.on('traced', ({ server, ...traced }) => serverBus.publish([`server:${server}`], 'trace', traced)),
  );
  listening.use(serverBus.on('trace', (traced) => shared.emit('tracedElsewhere', traced)));
  return listening;
}
