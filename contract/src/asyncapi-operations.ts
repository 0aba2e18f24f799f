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

/** Who connects, with what it has to know. */
export const roles = {
  user: 'A person’s app: signed in with the password of its user. It hears all channels that the user may use.',
  application:
    'A program with its application’s own token. It hears the channels granted to the application, and is asked for those that it made.',
  manager: 'A program that stands behind many channels: it is asked, and answers and reports for them.',
  device: 'A device that stands behind its own channels: it is asked, and answers and reports.',
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

/** Reading, writing and hearing of values, for those who use channels. */
function using(who: 'User' | 'Application', channel: ChannelName): Record<string, Definition> {
  return {
    [`read${who}`]: {
      action: 'send',
      channel: 'value',
      title: 'Read a value',
      summary: 'The platform passes it on to who stands behind the channel, or answers with the last value.',
      messages: ['read'],
      reply: { channel, messages: ['answered'] },
    },
    [`write${who}`]: {
      action: 'send',
      channel: 'value',
      title: 'Write a value',
      summary: 'Done when an `iw` says so. A write that nobody answers in time is told as an `e`.',
      messages: ['write'],
      reply: { channel, messages: ['reported', 'notDone'] },
    },
    [`hear${who}`]: {
      action: 'receive',
      channel,
      title: 'Hear of values',
      summary: 'Each last value comes first, retained, and then every change as it happens.',
      messages: ['answered', 'reported', 'notDone'],
    },
  };
}

/** Being asked, answering and reporting, for those who stand behind channels. */
function standingBehind(
  who: 'Application' | 'Manager' | 'Device',
  channel: ChannelName,
  grants: ChannelName,
): Record<string, Definition> {
  return {
    [`beAsked${who}`]: {
      action: 'receive',
      channel,
      title: 'Be asked',
      summary:
        'Reads and writes of those who may use the channel. What is not answered in time is unanswered.',
      messages: ['askedRead', 'askedWrite', 'notDone'],
    },
    [`answer${who}`]: {
      action: 'send',
      channel: 'value',
      title: 'Answer',
      summary:
        'The value that was asked for. On the property `access`, why there is none: `unreachable` and the like.',
      messages: ['answer'],
    },
    [`report${who}`]: {
      action: 'send',
      channel: 'value',
      title: 'Report',
      summary: 'A change, or that a write was done. With QoS 1 the acknowledgement says that it is stored.',
      messages: ['report'],
    },
    [`hearOfRemoval${who}`]: {
      action: 'receive',
      channel: grants,
      title: 'Hear of removed devices',
      summary:
        'A user lost the grant on one of the channels. A session with `clean=false` gets what was sent while it was away.',
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
      summary: 'First for the application, then for the user.',
      messages: ['grantAsked'],
      reply: { channel: 'userGrants', messages: ['grantDone'] },
    },
  },
  application: {
    ...using('Application', 'applicationValue'),
    ...standingBehind('Application', 'applicationValue', 'applicationGrants'),
    hearOfGrantsApplication: {
      action: 'receive',
      channel: 'applicationGrants',
      title: 'Hear of grants',
      summary: 'What devices granted to the application.',
      messages: ['grantDone'],
    },
  },
  manager: standingBehind('Manager', 'managerValue', 'managerGrants'),
  device: {
    ...standingBehind('Device', 'deviceValue', 'deviceGrants'),
    beAskedForGrantDevice: {
      action: 'receive',
      channel: 'deviceGrants',
      title: 'Be asked for a grant',
      summary:
        'Grant it with `POST /v3/channels/{channel_id}/grant-access` within two minutes, then confirm it. A user who did not ask cannot be granted anything.',
      messages: ['grantAsked'],
    },
    confirmGrantDevice: {
      action: 'send',
      channel: 'deviceGrants',
      title: 'Confirm a grant',
      summary: 'The same `data`, with `iw`.',
      messages: ['grantDone'],
    },
  },
};

/** What each role sends and receives, by id. */
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
