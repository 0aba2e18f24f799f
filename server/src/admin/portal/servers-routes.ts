import { type PortalServer, type portalResources, toTimestamp } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Contraction, OwnServer, ReportedServer, ServerReports } from '../../core/servers/index.ts';
import type { Db } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { actorOf, type PortalHandlers } from '../portal-accounts/index.ts';

type Dependencies = {
  db: Db;
  audit: Audit;
  serverReports: ServerReports;
  contraction: Contraction;
  /** Undefined in a command, which is no server. */
  ownServer: OwnServer | undefined;
};

/** Handles what operators see of the servers of the database, and do with them. */
export function serverHandlers({
  db,
  audit,
  serverReports,
  contraction,
  ownServer,
}: Dependencies): PortalHandlers<typeof portalResources.servers> {
  /** On SQLite there is at most the server that answers. */
  async function list(): Promise<ReportedServer[]> {
    if (db.engine === 'postgres') return serverReports.list();
    if (!ownServer) return [];
    const { id, name, version, schema, bus, started } = ownServer;
    const report = await ownServer.report();
    return [{ id, name, version, schema, bus, started, state: 'working', report }];
  }

  return {
    list: async () => ({
      body: {
        database: db.engine,
        servers: (await list()).map((server) => toWire(server, server.id === ownServer?.id)),
        contracting: [...(await contraction.pending())],
      },
      cacheControl: NO_STORE,
    }),

    drain: async ({ input: { server_id: id }, context }) => {
      const servers = await list();
      const server = servers.find((each) => each.id === id);
      if (!server) throw new ApiError('not_found', { detail: 'No server with this id runs.' });
      if (!servers.some((each) => each.id !== id && each.state === 'working')) {
        throw new ApiError('last_server');
      }
      await serverReports.askToDrain(id);
      const entry = { ...actorOf(context), action: 'portal.servers.drain', detail: server.name } as const;
      await db.write((tx) => audit.record(tx, entry));
      return { body: {} };
    },
  };
}

const toWire = ({ report, started, ...server }: ReportedServer, isThis: boolean): PortalServer => ({
  ...server,
  is_this: isThis,
  started: toTimestamp(started),
  parts: report?.parts ?? null,
  connections: report?.connections ?? null,
  bus_delay_ms: report?.busDelayMs ?? null,
  clock_offset_ms: report?.clockOffsetMs ?? null,
});
