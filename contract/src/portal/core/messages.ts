import { type Static, Type } from 'typebox';
import { operation } from '../../operation.ts';
import { Performative } from '../../telemetry/message.ts';
import { Empty, Text } from '../../text.ts';
import { Timestamp } from '../../timestamp.ts';

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
    kind: Type.Enum(['user', 'application', 'manager', 'device', 'virtual', 'unknown'], {
      type: 'string',
      description: 'What kind of client it is; `virtual` is a simulated device.',
    }),
    id: Type.String({ description: 'For `unknown`: the id that the client claimed, or empty.' }),
    name: Type.Union([Type.String(), Type.Null()], { description: 'For a user, the e-mail.' }),
    application_id: Type.Optional(
      Type.String({ description: 'For a user: the application through which the user signed in.' }),
    ),
  },
  { title: 'PortalMessageParty', description: 'The client that sent or received the message.' },
);

/** A line of the message log. */
export const PortalMessage = Type.Object(
  {
    n: Type.Integer({ description: 'Number of the line since this server started.' }),
    at: Timestamp,
    kind: Type.Enum(['connect', 'disconnect', 'subscribe', 'message', 'command'], {
      type: 'string',
      description: '`command`: the result of a write.',
    }),
    direction: Type.Enum(['in', 'out'], {
      type: 'string',
      description: 'From the platform’s point of view.',
    }),
    via: Type.Enum(['mqtt', 'http', 'virtual'], {
      type: 'string',
      description: 'How it came or went; `virtual` is the simulator of this server.',
    }),
    party: Party,
    topic: Type.Optional(Type.String({ description: 'The topic, or the filter of a subscription.' })),
    channel: Type.Optional(
      Type.Object(
        {
          id: Type.String({ description: 'Channel id.' }),
          name: Type.Union([Type.String(), Type.Null()], {
            description: 'Null if the channel does not exist.',
          }),
          template_id: Type.Optional(Type.String({ description: 'Id of the channel’s template.' })),
        },
        { description: 'The channel in the topic.' },
      ),
    ),
    io: Type.Optional(Performative),
    payload: Type.Optional(
      Type.String({ description: 'The first 2,000 characters, without anything that looks like a secret.' }),
    ),
    bytes: Type.Optional(
      Type.Integer({ description: 'Size of the whole payload, if only a part is shown.' }),
    ),
    result: Type.Enum([...resultNames], {
      type: 'string',
      description:
        '`unheard`: no permitted receiver is connected. For a write: `done`, `answered` (with another value), `superseded` (by a newer one), `unanswered` or `refused`.',
    }),
    is_failure: Type.Boolean({ description: 'Whether it was refused, or ended with an error.' }),
    reason: Type.Optional(
      Type.Object(
        {
          code: Type.String({ description: 'The name of an error, or another short code.' }),
          text: Type.String({ description: 'The reason in a sentence.' }),
          advice: Type.Optional(Type.String({ description: 'What to do about it.' })),
        },
        { description: 'Why it was refused or ended.' },
      ),
    ),
    took_ms: Type.Optional(
      Type.Integer({ description: 'Time until it was stored; for a command, until it was settled.' }),
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
    text: 'The value is not valid for this property. data must be <= 100.',
    advice: 'See the property’s schema in the template.',
  },
};

const one = (description: string) => Type.Optional(Text({ minLength: 1, maxLength: 200, description }));

/** Portal operations on the messages between the platform and its clients. */
export const portalMessages = {
  list: operation({
    id: 'portal.messages.list',
    summary: 'Watch messages live',
    description:
      'With `Accept: text/event-stream`: first the stored failures, then every message on this server, as `message` events; `skipped` events give the number of messages left out because the reader was too slow. Without it: only the stored failures, oldest first. At most one filter can be used. Watching is recorded in the audit log.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/messages', input: 'query' }],
    params: Empty,
    input: Type.Object({
      client_id: one('Only messages of this application and its users, or of this manager or device.'),
      user_id: one('Only messages of this user and of the channels that the user may use.'),
      channel_id: one('Only messages about this channel.'),
    }),
    reply: Type.Object({
      messages: Type.Array(PortalMessage, { description: 'The stored failures, oldest first.' }),
    }),
    list: { items: 'messages' },
    status: 200,
    streams: 'text/event-stream',
    errors: [],
    example: { input: { client_id: exampleApplication }, reply: { messages: [example] } },
  }),
};
