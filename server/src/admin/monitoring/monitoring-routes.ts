import { Readable } from 'node:stream';
import { type PortalCheck, portalResources, toTimestamp } from '@azulejo/contract';
import type { FastifyRequest } from 'fastify';
import type { Audit } from '../../core/audit/index.ts';
import type { TraceScope } from '../../core/message-trace/index.ts';
import type { Db } from '../../database/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Clock, Timers } from '../../platform/clock.ts';
import { endWith, mayStill, STREAM_TYPE, wantsStream } from '../../platform/http/event-stream.ts';
import { actorOf, type PortalAccounts, type PortalHandlers } from '../portal-accounts/index.ts';
import type { MessageLog } from './message-log.ts';
import { streamMessages } from './message-log-stream.ts';
import { createMessagesToWire } from './message-log-wire.ts';
import type { Monitoring } from './monitoring.ts';

type Finding = { check: string; state: 'ok' | 'warning' | 'broken'; says: string; todo?: string };

const STATES = { ok: 'good', warning: 'attention', broken: 'bad' } as const;

export const toPortalCheck = ({ state, ...found }: Finding): PortalCheck => ({
  ...found,
  state: STATES[state],
});

type Dependencies = {
  monitoring: Monitoring;
  clock: Clock;
  version: string;
  examine: () => Promise<PortalCheck[]>;
};

export function monitoringHandlers({
  monitoring,
  clock,
  version,
  examine,
}: Dependencies): PortalHandlers<typeof portalResources.monitoring> {
  const { series, signInFailures } = monitoring;
  return {
    series: async ({ input }) => ({ body: series.read(input.range ?? '1h', input.after) }),
    signInFailures: async () => ({ body: { failures: await signInFailures() } }),
    health: async () => ({
      body: {
        version,
        started: toTimestamp(series.started),
        now: toTimestamp(clock.now()),
        checks: await examine(),
      },
    }),
  };
}

type MessageDependencies = {
  db: Db;
  clock: Timers;
  timers: Timers;
  audit: Audit;
  messageLog: MessageLog;
  portalAccounts: PortalAccounts;
};

const PACES = { check: 3_000, heartbeat: 15_000, batch: 100 };

export function messageHandlers({
  db,
  clock,
  timers,
  audit,
  messageLog,
  portalAccounts,
}: MessageDependencies): PortalHandlers<typeof portalResources.messages> {
  const toWire = createMessagesToWire(db);

  function stream(scope: TraceScope, request: FastifyRequest): Readable {
    const viewer = messageLog.watch(scope);
    endWith(request, viewer);
    const check = () => mayStill(portalAccounts.authorize(portalResources.messages.list, request));
    return Readable.from(
      streamMessages({ viewer, kept: messageLog.kept(scope), toWire, check, paces: PACES, clock, timers }),
    );
  }

  return {
    list: async ({ input, context, request }) => {
      const scope = { clientId: input.client_id, userId: input.user_id, channelId: input.channel_id };
      const named = Object.values(scope).filter((id) => id !== undefined);
      if (named.length > 1) throw invalidField('client_id', 'cannot be combined with another filter');
      const action = named.length === 0 ? 'portal.messages.watch-all' : 'portal.messages.watch';
      const entry = { ...actorOf(context), action, targetId: named[0] } as const;
      await db.write((tx) => audit.record(tx, entry));
      if (wantsStream(request)) return { stream: stream(scope, request), contentType: STREAM_TYPE };
      return { body: { messages: await toWire(messageLog.kept(scope)) } };
    },
  };
}
