import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty } from '../text.ts';
import { Timestamp } from '../timestamp.ts';

const column = (description: string) => Type.Array(Type.Number(), { description });

/** What the platform did, by time: each list is as long as `times`. */
export const PortalSeries = Type.Object(
  {
    started: Type.Integer({
      description: 'When this server started; milliseconds since 1970, as all times here.',
    }),
    now: Type.Integer(),
    step_seconds: Type.Integer(),
    times: column('Ends of the steps.'),
    requests: column('HTTP requests a second.'),
    refusals: column('Those answered with 4xx.'),
    errors: column('Those answered with 5xx.'),
    request_ms: column('Mean time of a request.'),
    connections: column('Open MQTT connections.'),
    received: column('MQTT messages received a second.'),
    sent: column('MQTT messages sent a second.'),
    values: column('Values that devices said a second.'),
    sign_in_failures: column('A minute.'),
    loop_lag_ms: column('By how much the event loop came late at worst.'),
    memory: column('Bytes of the process.'),
  },
  { title: 'PortalSeries' },
);
export type PortalSeries = Static<typeof PortalSeries>;

/** Failures to sign in of one account from one address. */
export const PortalSignInFailure = Type.Object(
  {
    user: Type.Union([Type.Object({ id: Type.String(), email: Type.String() }), Type.Null()], {
      description: 'Null where nobody has that e-mail.',
    }),
    application: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()]),
    address: Type.Union([Type.String(), Type.Null()], { description: 'The first of each minute.' }),
    count: Type.Integer(),
    last: Timestamp,
  },
  { title: 'PortalSignInFailure' },
);
export type PortalSignInFailure = Static<typeof PortalSignInFailure>;

/** One thing that was looked at. */
export const PortalCheck = Type.Object(
  {
    check: Type.String(),
    state: Type.Union([Type.Literal('good'), Type.Literal('attention'), Type.Literal('bad')]),
    says: Type.String(),
    todo: Type.Optional(Type.String({ description: 'What to do about it.' })),
  },
  { title: 'PortalCheck' },
);
export type PortalCheck = Static<typeof PortalCheck>;

const exampleSeries: PortalSeries = {
  started: 1767323045678,
  now: 1767323055678,
  step_seconds: 5,
  times: [1767323050678],
  requests: [1.4],
  refusals: [0],
  errors: [0],
  request_ms: [2.1],
  connections: [3],
  received: [1.2],
  sent: [3.6],
  values: [0.6],
  sign_in_failures: [0],
  loop_lag_ms: [11.2],
  memory: [141000000],
};

export const portalMonitoring = {
  series: operation({
    id: 'portal.monitoring.series',
    summary: 'What the platform did lately',
    description:
      'The last hour in steps of 5 seconds, or the last day in steps of a minute; of this server, and since it started.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/monitoring/series', input: 'query' }],
    params: Empty,
    input: Type.Object({
      range: Type.Optional(
        Type.Union([Type.Literal('1h'), Type.Literal('24h')], { description: '`1h` by default.' }),
      ),
      after: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Only what came after this time, for who has the rest.' }),
      ),
    }),
    reply: PortalSeries,
    status: 200,
    errors: [],
    example: { input: { range: '1h' }, reply: exampleSeries },
  }),
  signInFailures: operation({
    id: 'portal.monitoring.signInFailures',
    summary: 'Where sign-ins fail',
    description: 'Of the last 24 hours, by account and address, the most frequent first; at most 50.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/monitoring/sign-in-failures', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: Type.Object({ failures: Type.Array(PortalSignInFailure) }),
    status: 200,
    errors: [],
    example: { input: {}, reply: { failures: [] } },
  }),
  health: operation({
    id: 'portal.monitoring.health',
    summary: 'Whether all is well',
    description: 'Looked at now. What is not good says what to do about it.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/monitoring/health', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: Type.Object({
      version: Type.String(),
      started: Timestamp,
      now: Timestamp,
      checks: Type.Array(PortalCheck),
    }),
    status: 200,
    errors: [],
    example: {
      input: {},
      reply: {
        version: '0.1.0',
        started: '2026-01-02T03:04:05.678+0000',
        now: '2026-01-03T03:04:05.678+0000',
        checks: [{ check: 'Disk', state: 'attention', says: '640 MB free', todo: 'make room soon' }],
      },
    },
  }),
};
