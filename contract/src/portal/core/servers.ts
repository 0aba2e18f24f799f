import { type Static, Type } from 'typebox';
import { operation } from '../../operation.ts';
import { Empty, Id } from '../../text.ts';
import { Timestamp } from '../../timestamp.ts';

const orNull = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

/** A server of the installation. */
export const PortalServer = Type.Object(
  {
    id: Type.String({ description: 'Server id.' }),
    name: Type.String({ description: 'Its host name, or `SERVER_NAME`.' }),
    is_this: Type.Boolean({ description: 'Whether it answers this request.' }),
    state: Type.Union([Type.Literal('working'), Type.Literal('draining'), Type.Literal('silent')], {
      description:
        '`draining`: takes no more work and connections; `silent`: has not reached the database for seconds.',
    }),
    version: Type.String({ description: 'Version of the platform.' }),
    schema: Type.String({ description: 'The newest migration of the database that it knows.' }),
    bus: Type.String({
      description: 'What carries messages between servers, without the account; empty on SQLite.',
    }),
    started: Timestamp,
    parts: orNull('How many of the 256 parts of the work on homes it holds.'),
    connections: orNull('Open MQTT connections.'),
    bus_delay_ms: orNull(
      'How long messages of other servers took lately, in milliseconds; null without other servers.',
    ),
    clock_offset_ms: orNull(
      'How far the clock of the database is ahead of that of its machine, in milliseconds.',
    ),
  },
  { title: 'PortalServer' },
);
export type PortalServer = Static<typeof PortalServer>;

const id = 'Zk3vB0yq1hT5nW2c';

const example: PortalServer = {
  id,
  name: 'azulejo-1',
  is_this: true,
  state: 'working',
  version: '0.1.0',
  schema: '0001-initial',
  bus: 'PostgreSQL',
  started: '2026-01-02T03:04:05.678+0000',
  parts: 128,
  connections: 4020,
  bus_delay_ms: 1.4,
  clock_offset_ms: -3.2,
};

export const portalServers = {
  list: operation({
    id: 'portal.servers.list',
    summary: 'List the servers',
    description: 'Of this installation, by name. What they measure is up to 10 seconds old.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/servers', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: Type.Object({
      database: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')], {
        description: 'The engine. Only PostgreSQL allows several servers.',
      }),
      servers: Type.Array(PortalServer, { description: 'The servers that run.' }),
      contracting: Type.Array(Type.String(), {
        description:
          'Migrations that remove what servers of an earlier version use. They are applied when no such server runs: those whose `schema` is older.',
      }),
    }),
    status: 200,
    errors: [],
    example: { input: {}, reply: { database: 'postgres', servers: [example], contracting: [] } },
  }),
  drain: operation({
    id: 'portal.servers.drain',
    summary: 'Drain a server',
    description:
      'It takes no more work: other servers take over its jobs, and `/readyz` says 503, so that balancers send clients elsewhere. It does so within 10 seconds, until it is restarted. At least one other server must work.',
    origin: 'base',
    access: 'portal-owner',
    bindings: [{ method: 'POST', path: '/portal/api/servers/{server_id}/drain', input: 'json' }],
    params: Type.Object({ server_id: Id('Server id.') }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found', 'last_server'],
    example: { input: { server_id: id }, reply: {} },
  }),
};
