import { grantsTopic, publishTopic, type Tree, type ValueAddress, valueTopic } from '../telemetry/message.ts';
import type { AsyncApiMessage, MessageName } from './asyncapi-messages.ts';

type Reference = { $ref: string };

export type AsyncApiChannel = {
  /** The topic. Each parameter is written as `{name}`. */
  address: string;
  title: string;
  summary: string;
  parameters: Record<string, { description: string; examples?: string[] }>;
  messages: Record<string, Reference>;
};

const valueAddress: ValueAddress = {
  channelId: '{channelId}',
  componentId: '{componentId}',
  propertyId: '{propertyId}',
};

const parameters = {
  channelId: { description: 'Channel id. A channel is one instance of a device.' },
  componentId: { description: 'Component id, as in the channel’s `components`.', examples: ['light-bulb'] },
  propertyId: { description: 'Property id, or `access`.', examples: ['brightness', 'access'] },
  userId: { description: 'The user’s id: `owner_id` of the user’s token.' },
  applicationId: { description: 'The application’s `client_id`.' },
  managerId: { description: 'The manager’s `client_id`.' },
  deviceId: { description: 'The device’s `client_id`.' },
} satisfies Record<string, { description: string; examples?: string[] }>;

type Definition = {
  address: string;
  title: string;
  summary: string;
  messages: readonly MessageName[];
};

const sentByOwner: readonly MessageName[] = ['answered', 'reported', 'notDone'];
const requested: readonly MessageName[] = ['askedRead', 'askedWrite', 'notDone'];

function hears(
  tree: Tree,
  parameter: string,
  who: string,
  messages: readonly MessageName[] = sentByOwner,
): Definition {
  return {
    address: valueTopic(tree, `{${parameter}}`, valueAddress),
    title: `Values for ${who}`,
    summary: `Messages from the platform to ${who}. Subscribe to \`/v3/${tree}/{${parameter}}/channels/#\`.`,
    messages,
  };
}

function grants(tree: Tree, parameter: string, who: string, messages: readonly MessageName[]): Definition {
  return {
    address: grantsTopic(tree, `{${parameter}}`),
    title: `Grants of ${who}`,
    summary: `Grants on channels, for ${who}. Subscribe to \`/v3/${tree}/{${parameter}}/grants/#\`.`,
    messages,
  };
}

const definitions = {
  value: {
    address: publishTopic(valueAddress),
    title: 'Values, to the platform',
    summary: 'All clients publish here. It is not a topic to subscribe to.',
    messages: ['read', 'write', 'answer', 'report'],
  },
  userValue: hears('users', 'userId', 'a user'),
  applicationValue: hears('applications', 'applicationId', 'an application', [
    ...sentByOwner,
    ...requested.slice(0, 2),
  ]),
  managerValue: hears('managers', 'managerId', 'a manager', requested),
  deviceValue: hears('devices', 'deviceId', 'a device', requested),
  userGrants: grants('users', 'userId', 'a user', ['grantDone']),
  applicationGrants: grants('applications', 'applicationId', 'an application', ['grantDone', 'grantEnded']),
  managerGrants: grants('managers', 'managerId', 'a manager', ['grantEnded']),
  deviceGrants: grants('devices', 'deviceId', 'a device', ['grantAsked', 'grantDone', 'grantEnded']),
} as const satisfies Record<string, Definition>;

export type ChannelName = keyof typeof definitions;

/** Returns every topic by name, with the parameters that occur in it. */
export function channelsOf(
  messages: Record<MessageName, AsyncApiMessage>,
): Record<ChannelName, AsyncApiChannel> {
  const entries = Object.entries(definitions).map(([name, { messages: names, ...each }]) => {
    const references = names.map((message) => {
      const { name: key } = messages[message];
      return [key, { $ref: `#/components/messages/${key}` }] as const;
    });
    const channel = {
      ...each,
      parameters: parametersIn(each.address),
      messages: Object.fromEntries(references),
    };
    return [name, channel];
  });
  return Object.fromEntries(entries) as Record<ChannelName, AsyncApiChannel>;
}

function parametersIn(address: string): AsyncApiChannel['parameters'] {
  const names = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name as keyof typeof parameters);
  return Object.fromEntries(names.map((name) => [name, parameters[name]]));
}
