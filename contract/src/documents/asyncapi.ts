import { type AsyncApiChannel, type ChannelName, channelsOf } from './asyncapi-channels.ts';
import { type AsyncApiMessage, type MessageName, messagesOf } from './asyncapi-messages.ts';
import { type AsyncApiOperation, operationsByRole, type Role, roles } from './asyncapi-operations.ts';
import type { Components, JsonSchema } from './openapi-schema.ts';

export type { AsyncApiChannel, AsyncApiMessage, AsyncApiOperation, Role };

/** The broker's public addresses and the platform's release. */
export type AsyncApiOptions = {
  readonly version: string;
  /** Public base URL of HTTP, without trailing slash. */
  readonly url: string;
  /** Addresses of the broker: `mqtts://host:port` and `mqtt://host:port`. */
  readonly mqtt: readonly string[];
};

type Server = {
  host: string;
  protocol: 'mqtt' | 'mqtts' | 'ws' | 'wss';
  protocolVersion: string;
  pathname?: string;
  description: string;
  security: { $ref: string }[];
  bindings?: object;
};

export type AsyncApiDocument = {
  asyncapi: '3.0.0';
  info: {
    title: string;
    version: string;
    description: string;
    license: object;
    tags: { name: Role; description: string }[];
    externalDocs: { description: string; url: string };
  };
  defaultContentType: 'application/json';
  servers: Record<string, Server>;
  channels: Record<ChannelName, AsyncApiChannel>;
  operations: Record<string, AsyncApiOperation>;
  components: {
    messages: Record<MessageName, AsyncApiMessage>;
    schemas: Record<string, JsonSchema>;
    securitySchemes: { accessToken: { type: 'userPassword'; description: string } };
  };
};

/** Consists of paragraphs and numbered lines, with `code` in backquotes. */
const introduction = `Device values and commands in real time, over MQTT. This document takes the client’s point of view: a client publishes what it *sends* and subscribes to what it *receives*.

1. Sign in over HTTP; the response has the broker’s address in \`endpoints.mqtt\`.
2. Connect with MQTT 3.1.1 or 3.1: the username is the \`client_id\`, the password the \`access_token\`. A device may use its \`client_secret\` as the password instead, which does not expire. The client id may be empty.
3. Subscribe to your own topics, for instance \`/v3/users/{userId}/channels/#\`. Every topic begins with a slash.
4. Publish on \`/v3/channels/{channelId}/components/{componentId}/properties/{propertyId}/value\`.

A message is a JSON object. \`io\` is its type: \`r\` requests a value, \`w\` writes it, \`ir\` answers a read, \`iw\` reports a value, \`e\` says why a write failed. \`data\` is the plain value, valid against the property’s schema. Members that are not described are ignored; the platform sets \`sender\`, \`on_behalf_of\` and \`timestamp\`.

With QoS 1 the acknowledgement means that the value is stored. The timestamps of one property increase strictly, in the order in which the messages arrive. To catch up after a lost connection, read \`GET /v3/users/{user_id}/events\` over HTTP with your last cursor.

Automations send and write with the same messages as people. Which automation caused a value, and why, is in \`GET /v3/users/{user_id}/events\` (\`cause_type\`, \`cause_id\`) and in the activity.

A connection is refused with return code 4 when the access token or secret is wrong, has expired or was revoked. For any other problem the connection is closed without a response: try again. A publish that is not allowed is acknowledged and dropped. A subscription that is not allowed is refused with 0x80.`;

/** Returns the MQTT interface as an AsyncAPI 3.0 document: a new object of plain JSON. */
export function asyncapiDocument({ version, url, mqtt }: AsyncApiOptions): AsyncApiDocument {
  const components: Components = new Map();
  const messages = messagesOf(components);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Azulejo live API',
      version,
      description: introduction,
      license: { name: 'MIT' },
      tags: Object.entries(roles).map(([name, description]) => ({ name: name as Role, description })),
      externalDocs: { description: 'The HTTP API', url: `${url}/docs/` },
    },
    defaultContentType: 'application/json',
    servers: { ...serversOf(mqtt), webSocket: webSocketOf(url) },
    channels: channelsOf(messages),
    operations: operationsByRole(),
    components: {
      messages,
      schemas: Object.fromEntries([...components].sort()),
      securitySchemes: {
        accessToken: {
          type: 'userPassword',
          description: 'Username: the `client_id`. Password: one of its access tokens.',
        },
      },
    },
  };
}

const security = [{ $ref: '#/components/securitySchemes/accessToken' }];
const common = { protocolVersion: '3.1.1', security };

const transports = {
  mqtts: { name: 'tls', description: 'Over TLS.' },
  mqtt: {
    name: 'tcp',
    description: 'Without TLS: tokens are sent in clear text, so use it on this machine only.',
  },
} as const;

function serversOf(urls: AsyncApiOptions['mqtt']): Record<string, Server> {
  return Object.fromEntries(
    urls.map((url): [string, Server] => {
      const [protocol, host] = url.split('://') as ['mqtt' | 'mqtts', string];
      const { name, description } = transports[protocol];
      return [name, { host, protocol, ...common, description }];
    }),
  );
}

function webSocketOf(url: string): Server {
  const { protocol, host } = new URL(url);
  return {
    host,
    protocol: protocol === 'https:' ? 'wss' : 'ws',
    pathname: '/mqtt',
    ...common,
    description: 'For browsers: MQTT over WebSocket, subprotocol `mqtt`.',
  };
}
