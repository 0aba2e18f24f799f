import type { TSchema } from 'typebox';
import { errors } from '../errors.ts';
import { ClientMessage, GrantMessage, PlatformMessage } from '../telemetry/message.ts';
import { type Components, type JsonSchema, refer } from './openapi-schema.ts';

type Example = { name: string; summary: string; payload: object };

/** A message of the document. `payload` is a JSON Schema. */
export type AsyncApiMessage = {
  name: string;
  title: string;
  summary: string;
  contentType: 'application/json';
  payload: JsonSchema;
  examples: [Example, ...Example[]];
};

type Definition = {
  title: string;
  summary: string;
  schema: TSchema;
  /** Holds the performative. */
  io?: string;
  required?: readonly string[];
  examples: readonly [summary: string, payload: object][];
};

const stamp = {
  sender: '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20',
  on_behalf_of: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
  timestamp: '2026-01-02T03:04:05.678+0000',
};
const ownStamp = { sender: stamp.sender, timestamp: stamp.timestamp };
const errorOf = (name: 'invalid_value' | 'unanswered') => ({
  code: errors[name].code,
  text: errors[name].text,
});
const grant = { role: 'user', client_id: stamp.on_behalf_of, requesting_client_id: stamp.sender } as const;

const definitions = {
  read: {
    title: 'Read',
    summary: 'Requests the value. The answer is an `ir`; while there is no value yet, there is no answer.',
    schema: ClientMessage,
    io: 'r',
    examples: [['Request the value', { io: 'r' }]],
  },
  write: {
    title: 'Write',
    summary: 'Sets the value. The answer is an `iw` on success and an `e` on failure.',
    schema: ClientMessage,
    io: 'w',
    required: ['data'],
    examples: [
      ['Switch on', { io: 'w', data: true }],
      ['A colour', { io: 'w', data: { hue: 210, saturation: 80 } }],
    ],
  },
  answer: {
    title: 'Answer',
    summary: 'The value, in answer to a read.',
    schema: ClientMessage,
    io: 'ir',
    required: ['data'],
    examples: [['It is 21.5', { io: 'ir', data: 21.5 }]],
  },
  report: {
    title: 'Report',
    summary: 'The value, after it changed or was set by a write.',
    schema: ClientMessage,
    io: 'iw',
    required: ['data'],
    examples: [['It is now 22', { io: 'iw', data: 22 }]],
  },
  askedRead: {
    title: 'Read request',
    summary: 'A client requests the value: publish an `ir`.',
    schema: PlatformMessage,
    io: 'r',
    required: ['sender'],
    examples: [['From a user’s app', { io: 'r', ...stamp }]],
  },
  askedWrite: {
    title: 'Write request',
    summary: 'A client writes the value: set it, then publish an `iw` with the resulting value.',
    schema: PlatformMessage,
    io: 'w',
    required: ['data', 'sender'],
    examples: [['From a user’s app', { io: 'w', data: true, ...stamp }]],
  },
  answered: {
    title: 'Answered',
    summary: 'The value, in answer to a read; `stale` when the device did not answer in time.',
    schema: PlatformMessage,
    io: 'ir',
    required: ['data'],
    examples: [
      ['The device answered', { io: 'ir', data: 21.5, ...ownStamp }],
      ['The device did not answer', { io: 'ir', data: 21, ...ownStamp, stale: true }],
    ],
  },
  reported: {
    title: 'Reported',
    summary: 'The value was reported. This also confirms a write.',
    schema: PlatformMessage,
    io: 'iw',
    required: ['data'],
    examples: [['The device reports', { io: 'iw', data: 22, ...ownStamp }]],
  },
  notDone: {
    title: 'Failure',
    summary: 'Why a write or a report from this session failed. Only this session receives it.',
    schema: PlatformMessage,
    io: 'e',
    required: ['error'],
    examples: [
      [
        'The data does not match the schema',
        { io: 'e', error: errorOf('invalid_value'), timestamp: stamp.timestamp },
      ],
      ['The device did not answer', { io: 'e', error: errorOf('unanswered'), timestamp: stamp.timestamp }],
    ],
  },
  grantAsked: {
    title: 'Grant request',
    summary: 'Asks a device to grant its channel to the application or the user.',
    schema: GrantMessage,
    io: 'w',
    examples: [['For a user', { io: 'w', data: grant }]],
  },
  grantDone: {
    title: 'Grant confirmed',
    summary: 'The device created the requested grant.',
    schema: GrantMessage,
    io: 'iw',
    examples: [['For a user', { io: 'iw', data: grant }]],
  },
  grantEnded: {
    title: 'Grant ended',
    summary: 'The user can no longer use the channel `id`: the user or an operator removed the device.',
    schema: GrantMessage,
    io: 'd',
    examples: [['For a user', { io: 'd', data: { ...grant, id: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11' } }]],
  },
} as const satisfies Record<string, Definition>;

export type MessageName = keyof typeof definitions;

/** Returns every message by name, and adds the schemas that they share to `components`. */
export function messagesOf(components: Components): Record<MessageName, AsyncApiMessage> {
  const entries = Object.entries(definitions).map(([name, each]) => [
    name,
    messageOf(name, each, components),
  ]);
  return Object.fromEntries(entries) as Record<MessageName, AsyncApiMessage>;
}

function messageOf(name: string, definition: Definition, components: Components): AsyncApiMessage {
  const { title, summary, schema, io, required = [], examples } = definition;
  const [first, ...others] = examples.map(([text, payload], index) => ({
    name: `${name}${index + 1}`,
    summary: text,
    payload,
  }));
  if (first === undefined) throw new Error(`The message ${name} has no example`);
  return {
    name,
    title,
    summary,
    contentType: 'application/json',
    payload: {
      allOf: [
        refer(schema, components),
        { properties: { io: { const: io } }, required: ['io', ...required] },
      ],
    },
    examples: [first, ...others],
  };
}
