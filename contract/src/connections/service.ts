import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';

const Url = (description: string) =>
  Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2000, description });
const Words = (description: string) => Type.String({ maxLength: 4000, description });

const members = {
  id: Type.String({
    pattern: '^[a-z0-9][a-z0-9-]{0,99}$',
    description: 'Lowercase letters, digits and hyphens.',
  }),
  name: Type.String({ description: 'Name of the service.', minLength: 1, maxLength: 200 }),
  authorizationUrl: Url(
    'Page on which a user authorizes it, unless its application named one with `activation_uri`.',
  ),
  photoUrlSquared: Url('Square picture; known apps require one.'),
  infoUrl: Type.Optional(Url('Page with more information.')),
  shopUrl: Type.Optional(Url('Page on which it can be bought.')),
  shopDescription: Type.Optional(Words('Text for the shop link.')),
  failedAuthenticationUrl: Type.Optional(Url('Page that explains a failed authorization.')),
  openOauthInBrowser: Type.Optional(
    Type.Boolean({ description: 'Whether its page must be opened in the system browser.' }),
  ),
  requiredCapability: Type.Optional(
    Type.Enum(['discovery-webview', 'discovery-recipe'], {
      type: 'string',
      description: 'The capability that an app needs for it.',
    }),
  ),
  profiles: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Channel template id.' }),
      occurrences: Type.Integer({ minimum: -1, description: '-1 means any number.' }),
    }),
    { maxItems: 50, description: 'The devices that the service includes.' },
  ),
  tutorial: Type.Optional(
    Type.Object(
      {
        url: Url('First page.'),
        steps: Type.Array(
          Type.Object({
            url: Url('A picture or a page.'),
            type: Type.String({ maxLength: 50, description: 'What `url` is.' }),
            title: Type.Optional(Words('Title above it.')),
            description: Type.Optional(Words('Text next to it.')),
          }),
          { maxItems: 50, description: 'Steps in order.' },
        ),
      },
      { description: 'Shown before first use.' },
    ),
  ),
  summary: Type.Optional(
    Type.Object(
      {
        title: Words('First line.'),
        body: Words('Text.'),
        topUrl: Type.Optional(Url('Picture above the text.')),
        botUrl: Type.Optional(Url('Picture below the text.')),
      },
      { description: 'Shown at the end.' },
    ),
  ),
};

/**
 * File format of `azulejo service import`: android-app 2.8 and ios-app 7.4, without members that the platform
 * sets.
 */
export const ServiceFile = Type.Object(
  {
    ...members,
    kind: Type.Enum(['service', 'bundle'], {
      type: 'string',
      description: 'A bundle is a service with its own devices.',
    }),
  },
  { title: 'ServiceFile' },
);
export type ServiceFile = Static<typeof ServiceFile>;

export const Service = Type.Object(members, { title: 'Service' });
export type Service = Static<typeof Service>;

const ServiceList = Type.Object(
  {
    services: Type.Array(Service, { description: 'Services without their own devices.' }),
    bundles: Type.Array(Service, { description: 'Services with their own devices.' }),
  },
  { title: 'ServiceList' },
);

const ServiceSubscription = Type.Object(
  {
    id: Type.String({ description: 'Service id.' }),
    name: Type.String({ description: 'Name of the service.' }),
    state: Type.Boolean({ description: 'Whether the user is subscribed.' }),
    squaredImageUrl: Type.String({ format: 'uri', description: 'Square picture.' }),
    infoUrl: Type.Optional(Type.String({ format: 'uri', description: 'Page with more information.' })),
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

const ServiceActivation = Type.Object(
  {
    id: Type.String({ description: 'Service id.' }),
    name: Type.String({ description: 'Name of the service.' }),
    activation_uri: Type.Optional(
      Type.String({ description: 'Where the platform asks for the page of the service.' }),
    ),
  },
  { title: 'ServiceActivation' },
);

export const services = {
  list: operation({
    id: 'services.list',
    summary: 'List the available services',
    description: 'Services that the operator offers. Tutorials are always included.',
    origin: 'base',
    access: 'any-token',
    needs: 'manage',
    bindings: [{ method: 'GET', path: '/v3/legacy/services', input: 'query' }],
    params: Empty,
    input: Type.Object({
      include: Type.Optional(Type.String({ description: 'Known apps send `tutorial`.' })),
    }),
    reply: ServiceList,
    list: { items: 'services' },
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
    needs: 'account',
    bindings: [{ method: 'GET', path: '/v3/legacy/users/{user_id}/services', input: 'query' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Empty,
    reply: Type.Object(
      { serviceSubscriptions: Type.Array(ServiceSubscription, { description: 'The user’s subscriptions.' }) },
      { title: 'ServiceSubscriptionList' },
    ),
    list: { items: 'serviceSubscriptions' },
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: { serviceSubscriptions: [subscription] } },
  }),
  subscribe: operation({
    id: 'services.subscribe',
    summary: 'Subscribe to a service',
    description: 'Subscribes the signed-in user.',
    origin: 'base',
    access: 'user',
    needs: 'manage',
    bindings: [{ method: 'POST', path: '/v3/legacy/services/{service_id}/authorization', input: 'json' }],
    params: Type.Object({ service_id }),
    query: Type.Object({ op: Type.Literal('subscribe', { description: 'Always `subscribe`.' }) }),
    input: Empty,
    reply: ServiceSubscription,
    status: 200,
    errors: ['not_found', 'already_there'],
    example: { input: { service_id: 'energy-report' }, reply: subscription },
  }),
  update: operation({
    id: 'services.update',
    summary: 'Set where a service is activated',
    description:
      'For the application to which the operator gave the service; every other service is `not_found`. When a user wants the service, the platform calls `activation_uri` with GET and sends the app to the `url` of its answer, `{"location": {"id": …, "url": …}}`. The address must be an https URL at a public host, unless the operator allows its network.',
    origin: 'base',
    access: 'application',
    bindings: [{ method: 'PATCH', path: '/v3/services/{service_id}', input: 'json' }],
    params: Type.Object({ service_id }),
    input: Type.Object({
      activation_uri: Type.Optional(
        Type.Union([Text({ minLength: 1, maxLength: 2000 }), Type.Null()], {
          description: 'An https URL; null removes it.',
        }),
      ),
    }),
    reply: ServiceActivation,
    status: 200,
    errors: ['not_found'],
    example: {
      input: {
        service_id: 'energy-report',
        activation_uri: 'https://energy.example/v3/services/energy-report/authorize',
      },
      reply: {
        id: 'energy-report',
        name: 'Energy report',
        activation_uri: 'https://energy.example/v3/services/energy-report/authorize',
      },
    },
  }),
};
