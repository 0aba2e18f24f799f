import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import { Empty, Id } from './text.ts';

const Url = (description: string) =>
  Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2000, description });
const Words = (description: string) => Type.String({ maxLength: 4000, description });

const members = {
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,99}$', description: 'Of letters, digits and hyphens.' }),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  authorizationUrl: Url('Where a user authorizes it.'),
  photoUrlSquared: Url('Known apps need a picture.'),
  infoUrl: Type.Optional(Url('Where more is said of it.')),
  shopUrl: Type.Optional(Url('Where it can be bought.')),
  shopDescription: Type.Optional(Words('What is said of that.')),
  failedAuthenticationUrl: Type.Optional(Url('Where a refusal is explained.')),
  openOauthInBrowser: Type.Optional(
    Type.Boolean({ description: 'Whether its page needs the browser itself.' }),
  ),
  requiredCapability: Type.Optional(
    Type.Enum(['discovery-webview', 'discovery-recipe'], {
      type: 'string',
      description: 'What an app needs for it.',
    }),
  ),
  profiles: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Channel template id.' }),
      occurrences: Type.Integer({ minimum: -1, description: '-1 is any number.' }),
    }),
    { maxItems: 50, description: 'The devices that belong to it.' },
  ),
  tutorial: Type.Optional(
    Type.Object(
      {
        url: Url('Where it begins.'),
        steps: Type.Array(
          Type.Object({
            url: Url('A picture, or a page.'),
            type: Type.String({ maxLength: 50, description: 'What `url` is.' }),
            title: Type.Optional(Words('Above it.')),
            description: Type.Optional(Words('Beside it.')),
          }),
          { maxItems: 50, description: 'One after the other.' },
        ),
      },
      { description: 'What is shown before it is used.' },
    ),
  ),
  summary: Type.Optional(
    Type.Object(
      {
        title: Words('The first line.'),
        body: Words('The text.'),
        topUrl: Type.Optional(Url('A picture above.')),
        botUrl: Type.Optional(Url('A picture below.')),
      },
      { description: 'What is shown at the end.' },
    ),
  ),
};

/** The file format of `azulejo service import`; android-app 2.8 and ios-app 7.4 without what only the platform knows. */
export const ServiceFile = Type.Object(
  {
    ...members,
    kind: Type.Enum(['service', 'bundle'], {
      type: 'string',
      description: 'A bundle is a service with devices of its own.',
    }),
  },
  { title: 'ServiceFile' },
);
export type ServiceFile = Static<typeof ServiceFile>;

export const Service = Type.Object(members, { title: 'Service' });
export type Service = Static<typeof Service>;

const ServiceList = Type.Object(
  {
    services: Type.Array(Service, { description: 'Those without devices of their own.' }),
    bundles: Type.Array(Service, { description: 'Those with devices of their own.' }),
  },
  { title: 'ServiceList' },
);

const ServiceSubscription = Type.Object(
  {
    id: Type.String({ description: 'Service id.' }),
    name: Type.String(),
    state: Type.Boolean({ description: 'Whether it is subscribed to.' }),
    squaredImageUrl: Type.String({ format: 'uri', description: 'Its picture.' }),
    infoUrl: Type.Optional(Type.String({ format: 'uri', description: 'Where more is said of it.' })),
  },
  { title: 'ServiceSubscription' },
);
export type ServiceSubscription = Static<typeof ServiceSubscription>;

const service_id = Id('Service id.');
const subscription: ServiceSubscription = {
  id: 'energy-report',
  name: 'Energy report',
  state: true,
  squaredImageUrl: 'https://energy.example/icon.png',
};

export const services = {
  list: operation({
    id: 'services.list',
    summary: 'List the services that can be subscribed to',
    description: 'Those that the operator offers. Tutorials are always in it.',
    origin: 'base',
    access: 'any-token',
    bindings: [{ method: 'GET', path: '/v3/legacy/services', input: 'query' }],
    params: Empty,
    input: Type.Object({
      include: Type.Optional(Type.String({ description: 'Known apps send `tutorial`.' })),
    }),
    reply: ServiceList,
    status: 200,
    errors: ['precondition_failed'],
    example: { input: { include: 'tutorial' }, reply: { services: [], bundles: [] } },
  }),
  subscriptions: operation({
    id: 'services.subscriptions',
    summary: 'List a user’s subscriptions',
    description: 'Oldest first.',
    origin: 'base',
    access: 'user-resource',
    bindings: [{ method: 'GET', path: '/v3/legacy/users/{user_id}/services', input: 'query' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Empty,
    reply: Type.Object(
      { serviceSubscriptions: Type.Array(ServiceSubscription, { description: 'Of the user.' }) },
      { title: 'ServiceSubscriptionList' },
    ),
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: { serviceSubscriptions: [subscription] } },
  }),
  subscribe: operation({
    id: 'services.subscribe',
    summary: 'Subscribe to a service',
    description: 'For the user who asks.',
    origin: 'base',
    access: 'user',
    bindings: [{ method: 'POST', path: '/v3/legacy/services/{service_id}/authorization', input: 'json' }],
    params: Type.Object({ service_id }),
    query: Type.Object({ op: Type.Literal('subscribe', { description: 'What is done.' }) }),
    input: Empty,
    reply: ServiceSubscription,
    status: 200,
    errors: ['not_found', 'already_there'],
    example: { input: { service_id: 'energy-report' }, reply: subscription },
  }),
};
