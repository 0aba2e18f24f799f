import { type Static, Type } from 'typebox';
import { Performative } from '../message.ts';
import { operation } from '../operation.ts';
import { Empty, Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';

const resultNames = [
  'opened',
  'closed',
  'accepted',
  'stored',
  'delivered',
  'unheard',
  'done',
  'answered',
  'superseded',
  'unanswered',
  'refused',
] as const;

/** Who sent or received a message. */
const Party = Type.Object(
  {
    kind: Type.Enum(['user', 'application', 'manager', 'device', 'virtual', 'unknown'], { type: 'string' }),
    id: Type.String({ description: 'Of `unknown`: whom it said to be, or empty.' }),
    name: Type.Union([Type.String(), Type.Null()], { description: 'Of a user the e-mail.' }),
    application_id: Type.Optional(Type.String({ description: 'Of a user: through which it signed in.' })),
  },
  { title: 'PortalMessageParty' },
);

/** One line of the message log. */
export const PortalMessage = Type.Object(
  {
    n: Type.Integer({ description: 'Counts the lines of this server since its start.' }),
    at: Timestamp,
    kind: Type.Enum(['connect', 'disconnect', 'subscribe', 'message', 'command'], {
      type: 'string',
      description: '`command`: how a write ended.',
    }),
    direction: Type.Enum(['in', 'out'], { type: 'string', description: 'As the platform sees it.' }),
    via: Type.Enum(['mqtt', 'http', 'virtual'], { type: 'string' }),
    party: Party,
    topic: Type.Optional(Type.String({ description: 'Or the filter of a subscription.' })),
    channel: Type.Optional(
      Type.Object({
        id: Type.String(),
        name: Type.Union([Type.String(), Type.Null()], {
          description: 'Null where there is no such channel.',
        }),
        template_id: Type.Optional(Type.String()),
      }),
    ),
    io: Type.Optional(Performative),
    payload: Type.Optional(
      Type.String({ description: 'Its first 2,000 characters; what looks like a secret is left out.' }),
    ),
    bytes: Type.Optional(
      Type.Integer({ description: 'Of the whole payload, where it is shown in part only.' }),
    ),
    result: Type.Enum([...resultNames], {
      type: 'string',
      description:
        '`unheard`: nobody who may hear it is connected. Of a write `done`, `answered` (with another value), `superseded` (by a newer one), `unanswered` or `refused`.',
    }),
    is_failure: Type.Boolean(),
    reason: Type.Optional(
      Type.Object(
        {
          code: Type.String({ description: 'The name of an error, or a word for what has none.' }),
          text: Type.String(),
          advice: Type.Optional(Type.String({ description: 'What to do about it.' })),
        },
        { description: 'Why it was refused, or ended.' },
      ),
    ),
    took_ms: Type.Optional(
      Type.Integer({ description: 'Until it was stored; of a command until it was settled.' }),
    ),
  },
  { title: 'PortalMessage' },
);
export type PortalMessage = Static<typeof PortalMessage>;

const exampleApplication = '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11';
const exampleChannel = '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11';

const example: PortalMessage = {
  n: 41,
  at: '2026-01-02T03:04:05.678+0000',
  kind: 'message',
  direction: 'in',
  via: 'mqtt',
  party: {
    kind: 'user',
    id: '7d0d9a8e-6a4c-4d8f-9f43-3a6a2f1f5b10',
    name: 'rita@example.org',
    application_id: exampleApplication,
  },
  topic: `/v3/channels/${exampleChannel}/components/light-bulb/properties/brightness/value`,
  channel: { id: exampleChannel, name: 'Hall lamp' },
  io: 'w',
  payload: '{"io":"w","data":900}',
  result: 'refused',
  is_failure: true,
  reason: {
    code: 'invalid_value',
    text: 'The property cannot take this value. data must be <= 100.',
    advice: 'The schema of the property stands in its template.',
  },
};

const one = (description: string) => Type.Optional(Text({ minLength: 1, maxLength: 200, description }));

/** Of the portal: what passes between the platform and its clients. */
export const portalMessages = {
  list: operation({
    id: 'portal.messages.list',
    summary: 'Watch messages as they pass',
    description:
      'With `Accept: text/event-stream`: first the failures that are kept, then every message as it passes this server, as `message` events; `skipped` says how many were left out because they came faster than they were taken. Without it the kept failures alone, oldest first. At most one of the members narrows it down. Watching is recorded in the audit log.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/messages', input: 'query' }],
    params: Empty,
    input: Type.Object({
      client_id: one('Of this application and its users, or of this manager or device.'),
      user_id: one('Of this user, and of the channels it may use.'),
      channel_id: one('About this channel.'),
    }),
    reply: Type.Object({ messages: Type.Array(PortalMessage) }),
    status: 200,
    streams: 'text/event-stream',
    errors: [],
    example: { input: { client_id: exampleApplication }, reply: { messages: [example] } },
  }),
};
