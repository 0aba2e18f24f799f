import { parametersOf, requestBodyOf } from './openapi-request.ts';
import { type Reference, type Response, referRefusal, responsesOf, type Shared } from './openapi-response.ts';
import type { JsonSchema } from './openapi-schema.ts';
import type { Access, Binding, Origin } from './operation.ts';
import type { AnyOperation, resources } from './operations.ts';

/** Where the platform answers, as people and programs outside reach it, and which release it is. */
export type OpenApiOptions = {
  /** Public base URL, without trailing slash. */
  readonly url: string;
  readonly version: string;
  /** Origins that are not at `url`. */
  readonly origins?: Partial<Record<Origin, string>>;
};

export type OpenApiOperation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: object[];
  requestBody?: object;
  responses: Record<string, Response | Reference>;
  security: object[];
  servers?: { url: string }[];
};

export type OpenApiDocument = {
  openapi: '3.1.1';
  info: object;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    securitySchemes: object;
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Response>;
    examples: Record<string, object>;
  };
};

const tags: Record<keyof typeof resources, string> = {
  accounts: 'Making accounts.',
  auth: 'OAuth 2.0: signing in and renewing tokens.',
  tokens: 'Tokens as resources: looking at a sign-in, and ending it.',
  passwordResets: 'Resetting forgotten passwords.',
  users: 'The people of an application.',
  legacyUsers: 'The same with picture and preferences, as known apps ask for them.',
  preferences: 'What people set for themselves.',
  places: 'Where people often are.',
  tags: 'Push notifications.',
  surveys: 'What people say of an app.',
  channels: 'Devices, as a user sees them.',
  values: 'What devices report, and what is asked of them.',
  activity: 'What happened to a device, and by whom.',
  commands: 'Writes, and how they ended.',
  events: 'What happens in a home, in order and without gaps.',
  tiles: 'Devices, as they are drawn for a user.',
  tileGroups: 'Areas of tiles, and groups inside them.',
  devices: 'What devices do for themselves.',
  grants: 'Who may use a channel.',
  units: 'Units of measurement and their conversions.',
  schemas: 'JSON Schemas of property values.',
  uploads: 'Images that clients bring.',
  templates: 'Kinds of device.',
  authorizations: 'Where people allow what they add.',
  pairing: 'Adding devices.',
  recipes: 'The steps of adding a device, as an app takes them.',
  services: 'What can be subscribed to.',
  versions: 'Versions of apps.',
  workers: 'Automations; there are none yet.',
  shortcuts: 'What a person does at one tap; there are none yet.',
  cards: 'What a person is told of and may answer; there are none yet.',
};

const introduction = (
  url: string,
) => `Accounts, sign-in, devices (*channels*) and how they are drawn (*tiles*).

1. Sign in with \`POST /v3/auth/authorize\`; the answer holds an \`access_token\`.
2. Send it as \`Authorization: Bearer <access_token>\` with every later call, to the URL in \`endpoints.http\`.
3. Before \`expires\`, renew it with \`POST /v3/auth/exchange\` and the \`refresh_token\`.

What devices say as it happens goes over MQTT: [live values](${url}/docs/live).

Refusals carry a number in the header \`X-Error\` and in the body's \`code\`, the fields that were refused in \`errors\`, and a \`request_id\` that names the request in the server's log.

Some refusals belong to no operation: a path that is called with another method answers 405 (\`method_not_allowed\`) and names its methods in \`Allow\`; an unknown path, or one with an id that is too long, answers 404 (\`unknown_path\`). Headers that are too large answer 431, and a request that arrives too slowly 408.`;

/** Errors that no operation declares, because they are answered when none matches (RFC 9110 15.5.5 and 15.5.6). */
const unmatchedErrors = ['unknown_path', 'method_not_allowed'] as const;

const callers: Record<Access, string> = {
  'portal-viewer': 'For accounts of the portal.',
  'portal-developer': 'For developers and owners of the portal.',
  'portal-owner': 'For owners of the portal.',
  public: 'Needs no access token.',
  'any-token': 'Takes any access token.',
  'user-resource': 'For the user, the user’s application, and the distributors of that application.',
  'token-record': 'For the owner of the token record.',
  channel:
    'For users and applications with a grant on the channel, their applications and distributors, and who stands behind it.',
  'channel-owner': 'For the manager or device that stands behind the channel.',
  command: 'For whoever may use the channel of the command.',
  device: 'For devices.',
  user: 'For people who signed in.',
};

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'RFC 6750: `Authorization: Bearer <access_token>`.',
  },
  oauth2Header: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The same token as `Authorization: OAuth2.0 <access_token>`, as the phone apps send it.',
  },
};

/**
 * The operations as an OpenAPI 3.1 document: a fresh value, plain JSON. Every binding is an operation of its
 * own; the second and later ones add their method to the id, since OpenAPI wants ids to be unique.
 */
export function openapiDocument(
  operations: readonly AnyOperation[],
  options: OpenApiOptions,
): OpenApiDocument {
  const shared: Shared = { schemas: new Map(), examples: new Map(), responses: new Map() };
  for (const name of unmatchedErrors) referRefusal([name], shared);
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    for (const binding of operation.bindings) {
      const item = paths[binding.path] ?? {};
      item[binding.method.toLowerCase()] = describe(operation, binding, options, shared);
      paths[binding.path] = item;
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Azulejo',
      summary: 'An open, self-hosted platform for connected devices',
      description: introduction(options.url),
      version: options.version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.url }],
    tags: Object.entries(tags).map(([name, description]) => ({
      name,
      description,
      'x-displayName': name.charAt(0).toUpperCase() + name.slice(1),
    })),
    paths,
    components: {
      securitySchemes,
      schemas: sorted(shared.schemas),
      responses: sorted(shared.responses),
      examples: sorted(shared.examples),
    },
  };
}

const sorted = <Value>(named: ReadonlyMap<string, Value>): Record<string, Value> =>
  Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1)));

function describe(
  operation: AnyOperation,
  binding: Binding,
  options: OpenApiOptions,
  shared: Shared,
): OpenApiOperation {
  const isFirst = binding === operation.bindings[0];
  const requestBody = requestBodyOf(operation, binding, shared.schemas);
  const url = options.origins?.[operation.origin] ?? options.url;
  const section = operation.spec === undefined ? '' : ` Specification: ${operation.spec}.`;
  return {
    operationId: isFirst ? operation.id : `${operation.id}.${binding.method.toLowerCase()}`,
    summary: operation.summary,
    description: `${operation.description}\n\n${callers[operation.access]}${section}`,
    tags: [operation.id.split('.', 1).join('')],
    parameters: parametersOf(operation, binding, shared.schemas),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(operation, shared),
    security: operation.access === 'public' ? [] : [{ bearer: [] }, { oauth2Header: [] }],
    ...(url === options.url ? {} : { servers: [{ url }] }),
  };
}
