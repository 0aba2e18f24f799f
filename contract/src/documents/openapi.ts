import type { Access, Binding, Need, Origin } from '../operation.ts';
import type { AnyOperation, resources } from '../operations.ts';
import { parametersOf, requestBodyOf } from './openapi-request.ts';
import { type Reference, type Response, referRefusal, responsesOf, type Shared } from './openapi-response.ts';
import type { JsonSchema } from './openapi-schema.ts';

/** The platform's public addresses and its release. */
export type OpenApiOptions = {
  /** Public base URL, without trailing slash. */
  readonly url: string;
  readonly version: string;
  /** Origins that differ from `url`. */
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
  /** What the operation needs of a sign-in with limited rights, and of a member of a home. */
  'x-needs'?: Need;
  /** Whether guests of a home may call it. */
  'x-guests'?: 'filtered';
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
  accounts: 'Creating accounts.',
  auth: 'OAuth 2.0: signing in and renewing tokens.',
  tokens: 'Tokens as resources: reading a sign-in and ending it.',
  passwordResets: 'Resetting forgotten passwords.',
  emailConfirmations: 'Confirming e-mail addresses.',
  ownAccount: 'Your own account: password and e-mail.',
  ownSessions: 'Where you are signed in.',
  ownSecondFactor: 'The second factor of your own account.',
  ownPasskeys: 'The passkeys of your own account.',
  passkeys: 'Signing in with a passkey.',
  ownData: 'Your own data: downloading it, and deleting the account.',
  users: 'The users of an application.',
  legacyUsers: 'Users with picture and preferences, in the form that known apps use.',
  preferences: 'Settings of users.',
  notifications: 'Notifications that people get in their browsers and by e-mail.',
  places: 'Places that users often visit.',
  homes: 'Homes: their names, and what is said of them as a whole.',
  homeTime: 'The time zones of homes.',
  presence: 'The places at which users are.',
  tags: 'Push notifications.',
  surveys: 'Feedback about apps.',
  channels: 'Devices as a user sees them.',
  values: 'Reading and writing property values.',
  activity: 'The activity of a device: events, and who caused them.',
  energy: 'How much energy a home used and produced.',
  alarms: 'Alarms of devices, and the people who acknowledged them.',
  commands: 'Writes and their results.',
  events: 'The events of a home, in order and without gaps.',
  tiles: 'How devices are drawn for a user.',
  tileGroups: 'Areas of tiles, and groups within areas.',
  managers: 'Managers, which connect the devices of a maker.',
  bridges: 'Bridges, which people connect themselves.',
  applications: 'Settings by application managers for their application.',
  channelRecords: 'Channels as their owners manage them.',
  devices: 'Operations for devices, managers and applications that own channels.',
  grants: 'Who may use a channel.',
  applicationDevices: 'Devices that an application manages.',
  makerCredentials: 'Credentials that makers gave users, for their managers.',
  claims: 'Adding devices by the code that is printed on them.',
  units: 'Units of measurement and their conversions.',
  schemas: 'JSON Schemas of property values.',
  supportedModels: 'The models of devices that the platform knows.',
  uploads: 'Image uploads.',
  templates: 'Kinds of devices.',
  authorizations: 'Pages on which users authorize devices and services.',
  pairing: 'Adding devices.',
  recipes: 'The steps an app takes to add a device.',
  services: 'Services that users can subscribe to.',
  versions: 'App versions.',
  workers: 'Automations, in the form of known apps.',
  automations: 'Automations: when something happens, only if something is true, then steps.',
  automationVersions: 'The definitions that an automation had.',
  automationRuns: 'Automations: runs, and why they did not run.',
  rehearsals: 'Rehearsals of automations, and explanations why they did not run.',
  scenes: 'Values of several devices that are set together.',
  shortcuts: 'Scenes, in the form of known apps.',
  unsupported: 'Requests of known apps for features that the platform does not have.',
};

const introduction = (
  url: string,
) => `Accounts, sign-in, devices (*channels*) and how they are drawn (*tiles*).

1. Sign in with \`POST /v3/auth/authorize\`; the response contains an \`access_token\`.
2. Send it as \`Authorization: Bearer <access_token>\` with every later request, to the URL in \`endpoints.http\`.
3. Before \`expires\`, renew it with \`POST /v3/auth/exchange\` and the \`refresh_token\`.

Live values are sent over MQTT: see [live values](${url}/docs/live).

An error response has a number in the header \`X-Error\` and in the body's \`code\`, the rejected fields in \`errors\`, and a \`request_id\` that identifies the request in the server's log.

Some errors do not belong to an operation: a known path with an unsupported method returns 405 (\`method_not_allowed\`) and lists the supported methods in \`Allow\`; an unknown path, or one with an id that is too long, returns 404 (\`unknown_path\`). Headers that are too large return 431, and a request that arrives too slowly returns 408.`;

/**
 * Errors that no operation declares, because they occur when no operation matches (RFC 9110 15.5.5, 15.5.6).
 */
const unmatchedErrors = ['unknown_path', 'method_not_allowed'] as const;

const callers: Record<Access, string> = {
  'portal-viewer': 'For all portal accounts.',
  'portal-developer': 'For portal developers and owners.',
  'portal-owner': 'For portal owners.',
  public: 'Needs no access token.',
  'any-token': 'Accepts any access token.',
  home: 'For the person whose home it is, the person’s application, and the distributors of that application.',
  'user-resource': 'For the user, the user’s application, and the distributors of that application.',
  'token-record': 'For the owner of the token record.',
  channel:
    'For users and applications with a grant on the channel, their applications and distributors, and the channel’s owner.',
  application: 'For an application’s own token.',
  'channel-owner': 'For the manager, device or application that owns the channel.',
  command: 'For everyone who may use the command’s channel.',
  device: 'For a device’s, a manager’s or an application’s own token.',
  manager: 'For a manager’s own token.',
  'channels-of-users': 'For an application’s or a manager’s own token.',
  user: 'For signed-in users.',
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
 * Returns the operations as an OpenAPI 3.1 document: a new object of plain JSON. Every binding becomes an operation;
 * the second and later ones append their method to the id, because OpenAPI requires unique ids.
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
  const requestBody = requestBodyOf(operation, binding, shared.schemas);
  const url = options.origins?.[operation.origin] ?? options.url;
  const { needs, guests } = operation;
  const right = needs === undefined ? '' : ` Needs the right \`${needs}\`.`;
  const section = operation.spec === undefined ? '' : ` Specification: ${operation.spec}.`;
  return {
    operationId: operationIdOf(operation, binding),
    summary: operation.summary,
    description: `${operation.description}\n\n${callers[operation.access]}${right}${section}`,
    tags: [operation.id.split('.', 1).join('')],
    parameters: parametersOf(operation, binding, shared.schemas),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(operation, shared),
    security: operation.access === 'public' ? [] : [{ bearer: [] }, { oauth2Header: [] }],
    ...(needs !== undefined && { 'x-needs': needs }),
    ...(guests !== undefined && { 'x-guests': guests }),
    ...(url === options.url ? {} : { servers: [{ url }] }),
  };
}

/** Returns the operation's id, with the method for other bindings than the first, and a number for a third. */
function operationIdOf({ id, bindings }: AnyOperation, binding: Binding): string {
  const [first, ...others] = bindings;
  if (binding === first) return id;
  const same = others.filter(({ method }) => method === binding.method);
  const number = same.indexOf(binding) + 1;
  return `${id}.${binding.method.toLowerCase()}${number > 1 ? number : ''}`;
}
