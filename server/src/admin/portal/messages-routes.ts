import { Readable } from 'node:stream';
import { portalResources } from '@azulejo/contract';
import type { FastifyRequest } from 'fastify';
import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Timers } from '../../platform/clock.ts';
import { endWith, mayStill, STREAM_TYPE, wantsStream } from '../../platform/http/event-stream.ts';
import { createMessagesToWire, type MessageLog, type Scope, streamMessages } from '../monitoring/index.ts';
import type { PortalAccounts, PortalHandlers } from '../portal-accounts/index.ts';

type Dependencies = {
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
}: Dependencies): PortalHandlers<typeof portalResources.messages> {
  const toWire = createMessagesToWire(db);

  function stream(scope: Scope, request: FastifyRequest): Readable {
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
      const account = context.account;
      const action = named.length === 0 ? 'portal.messages.watch-all' : 'portal.messages.watch';
      const entry = { action, actorId: account.id, targetId: named[0] } as const;
      await db.write((tx) => audit.record(tx, { ...entry, address: context.address }));
      if (wantsStream(request)) return { stream: stream(scope, request), contentType: STREAM_TYPE };
      return { body: { messages: await toWire(messageLog.kept(scope)) } };
    },
  };
}
