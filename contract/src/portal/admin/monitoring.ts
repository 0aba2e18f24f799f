import { type Static, Type } from 'typebox';
import { operation } from '../../operation.ts';
import { Empty } from '../../text.ts';
import { Timestamp } from '../../timestamp.ts';

const column = (description: string) => Type.Array(Type.Number(), { description });

/** Metrics over time. Each list is as long as `times`. */
export const PortalSeries = Type.Object(
  {
    started: Type.Integer({
      description: 'When this server started. All times here are milliseconds since 1970.',
    }),
    now: Type.Integer({ description: 'Time of the response.' }),
    step_seconds: Type.Integer({ description: 'Length of a step, in seconds.' }),
    times: column('End of each step.'),
    requests: column('HTTP requests per second.'),
    refusals: column('Requests per second that returned 4xx.'),
    errors: column('Requests per second that returned 5xx.'),
    request_ms: column('Mean duration of a request, in milliseconds.'),
    connections: column('Open MQTT connections.'),
    received: column('MQTT messages received per second.'),
    sent: column('MQTT messages sent per second.'),
    values: column('Values reported by devices per second.'),
    sign_in_failures: column('Failed sign-ins per minute.'),
    loop_lag_ms: column('Maximum delay of the event loop, in milliseconds.'),
    memory: column('Memory of the process, in bytes.'),
  },
  { title: 'PortalSeries' },
);
export type PortalSeries = Static<typeof PortalSeries>;

/** Failed sign-ins of one account from one address. */
export const PortalSignInFailure = Type.Object(
  {
    user: Type.Union(
      [
        Type.Object({
          id: Type.String({ description: 'User id.' }),
          email: Type.String({ description: 'The user’s e-mail.' }),
        }),
        Type.Null(),
      ],
      { description: 'Null if no user has that e-mail.' },
    ),
    application: Type.Union(
      [
        Type.Object({
          id: Type.String({ description: 'The application’s `client_id`.' }),
          name: Type.String({ description: 'The application’s name.' }),
        }),
        Type.Null(),
      ],
      { description: 'The application to which someone tried to sign in; null if it is unknown.' },
    ),
    address: Type.Union([Type.String(), Type.Null()], { description: 'The first address of each minute.' }),
    count: Type.Integer({ description: 'Number of failed sign-ins.' }),
    last: Timestamp,
  },
  { title: 'PortalSignInFailure' },
);
export type PortalSignInFailure = Static<typeof PortalSignInFailure>;

/** The result of a health check. */
export const PortalCheck = Type.Object(
  {
    check: Type.String({ description: 'What was checked, such as `Disk`.' }),
    state: Type.Union([Type.Literal('good'), Type.Literal('attention'), Type.Literal('bad')], {
      description: '`attention`: works, but needs work soon; `bad`: does not work.',
    }),
    says: Type.String({ description: 'What the check found, for people.' }),
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
    summary: 'Get recent metrics',
    description:
      'The last hour in steps of 5 seconds, or the last day in steps of a minute. Only of this server and since it started.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/monitoring/series', input: 'query' }],
    params: Empty,
    input: Type.Object({
      range: Type.Optional(
        Type.Union([Type.Literal('1h'), Type.Literal('24h')], { description: '`1h` by default.' }),
      ),
      after: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Only steps after this time, to update earlier results.' }),
      ),
    }),
    reply: PortalSeries,
    status: 200,
    errors: [],
    example: { input: { range: '1h' }, reply: exampleSeries },
  }),
  signInFailures: operation({
    id: 'portal.monitoring.signInFailures',
    summary: 'List failed sign-ins',
    description: 'In the last 24 hours, by account and address, most frequent first; at most 50.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/monitoring/sign-in-failures', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: Type.Object({
      failures: Type.Array(PortalSignInFailure, { description: 'The failures.' }),
    }),
    status: 200,
    errors: [],
    example: { input: {}, reply: { failures: [] } },
  }),
  health: operation({
    id: 'portal.monitoring.health',
    summary: 'Run health checks',
    description: 'Runs the checks now. A check that is not good says what to do about it.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/monitoring/health', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: Type.Object({
      version: Type.String({ description: 'Version of the platform.' }),
      started: Timestamp,
      now: Timestamp,
      checks: Type.Array(PortalCheck, { description: 'The results, in a fixed order.' }),
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
