import type { ChannelName } from './asyncapi-channels.ts';
import type { MessageName } from './asyncapi-messages.ts';

type Reference = { $ref: string };

export type AsyncApiOperation = {
  action: 'send' | 'receive';
  channel: Reference;
  title: string;
  summary: string;
  tags: { name: Role }[];
  messages: Reference[];
  reply?: { channel: Reference; messages: Reference[] };
  bindings: { mqtt: { qos: 0 | 1; retain: false; bindingVersion: '0.2.0' } };
};

/** The roles in which clients connect. */
export const roles = {
  user: 'A user’s app, signed in with the user’s password. It receives the values of all channels that the user may use.',
  application:
    'A program with its application’s own token. It receives the values of channels granted to the application, and the requests for channels that it created.',
  manager: 'A program that owns many channels: it receives their requests, answers them and reports values.',
  device: 'A device that owns its channels: it receives their requests, answers them and reports values.',
} as const;

export type Role = keyof typeof roles;

type Definition = {
  action: 'send' | 'receive';
  channel: ChannelName;
  title: string;
  summary: string;
  messages: readonly MessageName[];
  reply?: { channel: ChannelName; messages: readonly MessageName[] };
};

/** Returns the operations of clients that use channels: read, write and receive values. */
function using(who: 'User' | 'Application', channel: ChannelName): Record<string, Definition> {
  return {
    [`read${who}`]: {
      action: 'send',
      channel: 'value',
      title: 'Read a value',
      summary: 'The platform forwards it to the channel’s owner, or answers with the last value.',
      messages: ['read'],
      reply: { channel, messages: ['answered'] },
    },
    [`write${who}`]: {
      action: 'send',
      channel: 'value',
      title: 'Write a value',
      summary: 'An `iw` confirms the write. A write that is not answered in time results in an `e`.',
      messages: ['write'],
      reply: { channel, messages: ['reported', 'notDone'] },
    },
    [`hear${who}`]: {
      action: 'receive',
      channel,
      title: 'Receive values',
      summary:
        'The last value of each property comes first, as a retained message, followed by every change.',
      messages: ['answered', 'reported', 'notDone'],
    },
  };
}

/** Returns the operations of owners of channels: receive requests, answer and report. */
function ownerOperations(
  who: 'Application' | 'Manager' | 'Device',
  channel: ChannelName,
  grants: ChannelName,
): Record<string, Definition> {
  return {
    [`beAsked${who}`]: {
      action: 'receive',
      channel,
      title: 'Receive requests',
      summary:
        'Reads and writes from those who may use the channel. A request that is not answered in time ends as unanswered.',
      messages: ['askedRead', 'askedWrite', 'notDone'],
    },
    [`answer${who}`]: {
      action: 'send',
      channel: 'value',
      title: 'Answer',
      summary:
        'The requested value. When there is none, the reason on the property `access`, e.g. `unreachable`.',
      messages: ['answer'],
    },
    [`report${who}`]: {
      action: 'send',
      channel: 'value',
      title: 'Report',
      summary:
        'A changed value, or the result of a write. With QoS 1 the acknowledgement means that it is stored.',
      messages: ['report'],
    },
    [`hearOfRemoval${who}`]: {
      action: 'receive',
      channel: grants,
      title: 'Receive removals',
      summary:
        'A user’s grant on one of the channels ended. A session with `clean=false` receives what was sent while it was disconnected.',
      messages: ['grantEnded'],
    },
  };
}

const definitions: Record<Role, Record<string, Definition>> = {
  user: {
    ...using('User', 'userValue'),
    askForGrantUser: {
      action: 'send',
      channel: 'deviceGrants',
      title: 'Ask a device for a grant',
      summary: 'Ask for the application first, then for the user.',
      messages: ['grantAsked'],
      reply: { channel: 'userGrants', messages: ['grantDone'] },
    },
  },
  application: {
    ...using('Application', 'applicationValue'),
    ...ownerOperations('Application', 'applicationValue', 'applicationGrants'),
    hearOfGrantsApplication: {
      action: 'receive',
      channel: 'applicationGrants',
      title: 'Receive grants',
      summary: 'Grants that devices gave to the application.',
      messages: ['grantDone'],
    },
  },
  manager: ownerOperations('Manager', 'managerValue', 'managerGrants'),
  device: {
    ...ownerOperations('Device', 'deviceValue', 'deviceGrants'),
    beAskedForGrantDevice: {
      action: 'receive',
      channel: 'deviceGrants',
      title: 'Receive a grant request',
      summary:
        'Grant it with `POST /v3/channels/{channel_id}/grant-access` within two minutes, then confirm it. A user who did not ask cannot be given a grant.',
      messages: ['grantAsked'],
    },
    confirmGrantDevice: {
      action: 'send',
      channel: 'deviceGrants',
      title: 'Confirm a grant',
      summary: 'Send the same `data` back with `iw`.',
      messages: ['grantDone'],
    },
  },
};

/** Returns what each role sends and receives, by operation id. */
export function operationsByRole(): Record<string, AsyncApiOperation> {
  const entries = Object.entries(definitions).flatMap(([role, operations]) =>
    Object.entries(operations).map(([id, each]) => [id, describe(role as Role, each)] as const),
  );
  return Object.fromEntries(entries);
}

function describe(role: Role, definition: Definition): AsyncApiOperation {
  const { action, channel, title, summary, messages, reply } = definition;
  return {
    action,
    channel: to(channel),
    title,
    summary,
    tags: [{ name: role }],
    messages: messages.map((name) => within(channel, name)),
    ...(reply && {
      reply: {
        channel: to(reply.channel),
        messages: reply.messages.map((name) => within(reply.channel, name)),
      },
    }),
    bindings: { mqtt: { qos: 1, retain: false, bindingVersion: '0.2.0' } },
  };
}

const to = (channel: ChannelName): Reference => ({ $ref: `#/channels/${channel}` });
const within = (channel: ChannelName, message: MessageName): Reference => ({
  $ref: `#/channels/${channel}/messages/${message}`,
});
