import { type AsyncApiChannel, type ChannelName, channelsOf } from './asyncapi-channels.ts';
import { type AsyncApiMessage, type MessageName, messagesOf } from './asyncapi-messages.ts';
import { type AsyncApiOperation, operationsByRole, type Role, roles } from './asyncapi-operations.ts';
import type { Components, JsonSchema } from './openapi-schema.ts';

export type { AsyncApiChannel, AsyncApiMessage, AsyncApiOperation, Role };

/** Where the broker answers, as programs outside reach it, and which release it is. */
export type AsyncApiOptions = {
  readonly version: string;
  /** Public base URL of HTTP, without trailing slash. */
  readonly url: string;
  /** Where the broker is: `mqtts://host:port` and `mqtt://host:port`. */
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

/** Paragraphs and numbered lines; `code` in backquotes. */
const introduction = `What devices say, and what is asked of them, as it happens. This document is written from the side of a client: what it *sends* it publishes, for what it *receives* it subscribes.

1. Sign in over HTTP; the answer names the broker in \`endpoints.mqtt\`.
2. Connect with MQTT 3.1.1 or 3.1: the username is the \`client_id\`, the password the \`access_token\`. The client id may be empty.
3. Subscribe to your own tree, for instance \`/v3/users/{userId}/channels/#\`. Every topic begins with a slash.
4. Publish on \`/v3/channels/{channelId}/components/{componentId}/properties/{propertyId}/value\`.

A message is a JSON object. \`io\` says what it is: \`r\` asks for a value, \`w\` wants it set, \`ir\` answers a read, \`iw\` reports a value, \`e\` tells a writer why not. \`data\` is the bare value, as the property’s schema says. Members that are not described are ignored; \`sender\`, \`on_behalf_of\` and \`timestamp\` are the platform’s own word.

With QoS 1 the acknowledgement comes when the value is stored. Within one property the timestamps rise strictly, in the order in which the messages come. What was missed while a connection was lost is read over HTTP, after the last known cursor, from \`GET /v3/users/{user_id}/events\`.

A refused connection has the return code 4 when the access token is known to be dead; in every other trouble the connection is closed without an answer: try again. A publish that is not allowed is acknowledged and dropped. A subscription that is not allowed is answered with 0x80.`;

/** Everything that goes over MQTT as an AsyncAPI 3.0 document: a fresh value, plain JSON. */
export function asyncapiDocument({ version, url, mqtt }: AsyncApiOptions): AsyncApiDocument {
  const components: Components = new Map();
  const messages = messagesOf(components);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Azulejo, live',
      version,
      description: introduction,
      license: { name: 'MIT' },
      tags: Object.entries(roles).map(([name, description]) => ({ name: name as Role, description })),
      externalDocs: { description: 'The HTTP side', url: `${url}/docs/` },
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
          description: 'Username: the `client_id`. Password: an access token of it.',
        },
      },
    },
  };
}

const security = [{ $ref: '#/components/securitySchemes/accessToken' }];
const common = { protocolVersion: '3.1.1', security };

const transports = {
  mqtts: { name: 'tls', description: 'Over TLS.' },
  mqtt: { name: 'tcp', description: 'Without TLS: tokens cross it readable, so for this machine alone.' },
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
