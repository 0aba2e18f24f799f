import { type Static, Type } from 'typebox';
import { Timestamp } from '../../timestamp.ts';

export const PortalApplicationType = Type.Union(
  [Type.Literal('mobile'), Type.Literal('distributor'), Type.Literal('manager')],
  {
    description:
      '`mobile` has users, `distributor` accesses the users of other applications, `manager` connects devices of a maker.',
  },
);
export type PortalApplicationType = Static<typeof PortalApplicationType>;

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
) => Type.Union([schema, Type.Null()], { description });

export const PortalApplicationState = Type.Union([Type.Literal('enabled'), Type.Literal('disabled')], {
  description: 'While disabled, neither the application nor its users can sign in.',
});

/** A registered application in the portal. Secrets are not included. */
export const PortalApplication = Type.Object(
  {
    client_id: Type.String({ description: 'Id with which the application signs in.' }),
    name: Type.String({ description: 'Display name.' }),
    type: PortalApplicationType,
    namespace: Type.String({ description: 'Unique name in the platform, which never changes.' }),
    state: PortalApplicationState,
    is_home: Type.Boolean({ description: 'Whether users sign in through it at `/home`.' }),
    users: Type.Integer({ description: 'Number of its users.' }),
    created: Timestamp,
    updated: Timestamp,
  },
  { title: 'PortalApplication' },
);
export type PortalApplication = Static<typeof PortalApplication>;

const AssignedTemplate = Type.Object({
  id: Type.String({ description: 'Template id.' }),
  name: Type.String({ description: 'Name of the kind of device.' }),
});

const Webhook = Type.Object({
  name: Type.String({ description: 'For example `devices_list`.' }),
  url: Type.String({ description: 'The address that is called.' }),
});

const LinkedApplication = Type.Object({
  client_id: Type.String({ description: 'Id with which it signs in.' }),
  name: Type.String({ description: 'Display name.' }),
  namespace: Type.String({ description: 'Unique name in the platform.' }),
});

export const PortalApplicationDetail = Type.Object(
  {
    ...PortalApplication.properties,
    scopes: Type.Array(Type.String(), { description: 'Scopes that it may request.' }),
    redirect_uris: Type.Array(Type.String(), { description: 'URIs to which a sign-in may redirect.' }),
    origins: Type.Array(Type.String(), {
      description: 'Origins whose pages may call the API: `scheme://host[:port]`.',
    }),
    access_token_lifetime: orNull(Type.Integer(), 'Seconds; null means the platform’s default.'),
    refresh_token_lifetime: orNull(Type.Integer(), 'Seconds; null means the platform’s default.'),
    minimum_password_length: Type.Integer({
      description: 'Minimum length of its users’ passwords, in characters.',
    }),
    app_scheme: orNull(Type.String(), 'URL scheme that opens its app, or null.'),
    previous_secret_expires: orNull(
      Timestamp,
      'When the secret before the last rotation expires; null if there is none.',
    ),
    works_for: Type.Array(LinkedApplication, {
      description: 'For a distributor: the applications whose users it can access.',
    }),
    distributors: Type.Array(LinkedApplication, { description: 'Distributors that work for it.' }),
    templates: Type.Array(AssignedTemplate, {
      description: 'For a manager: the templates of which it creates devices.',
    }),
    webhooks: Type.Optional(
      Type.Array(Webhook, { description: 'For a manager: what the platform calls when people add devices.' }),
    ),
    example_user_id: orNull(
      Type.String(),
      'A user that it can read, for code examples; null if there is none.',
    ),
  },
  { title: 'PortalApplicationDetail', description: 'The application, with its settings.' },
);
export type PortalApplicationDetail = Static<typeof PortalApplicationDetail>;

/** An application with a new secret. The secret is returned once and not stored. */
export const PortalNewSecret = Type.Object(
  {
    application: PortalApplicationDetail,
    client_secret: Type.String({ description: 'Shown only once.' }),
  },
  { title: 'PortalNewSecret' },
);

const least = (description: string) => Type.Integer({ description });

/** The allowed settings of applications, and the addresses of the platform. */
export const PortalApplicationOptions = Type.Object(
  {
    types: Type.Array(
      Type.Object({
        type: PortalApplicationType,
        scopes: Type.Array(Type.String(), { description: 'Scopes that it can request.' }),
        least_token_lifetime: least('Seconds.'),
        access_token_lifetime: Type.Integer({
          description:
            'The platform’s default in seconds: for user tokens if the application has users, otherwise for its own tokens.',
        }),
      }),
      { description: 'What applications of each type can have.' },
    ),
    refresh_token_lifetime: Type.Integer({ description: 'The platform’s default in seconds.' }),
    most_token_lifetime: Type.Integer({ description: 'Seconds.' }),
    least_password_length: least('Characters.'),
    most_password_length: Type.Integer({ description: 'Characters.' }),
    default_password_length: Type.Integer({ description: 'Characters.' }),
    endpoints: Type.Object(
      {
        http: Type.String({ description: 'Base URL of the API.' }),
        mqtt: Type.Array(Type.String(), { description: 'Addresses of the broker.' }),
      },
      { description: 'Where applications reach the platform.' },
    ),
  },
  { title: 'PortalApplicationOptions' },
);
export type PortalApplicationOptions = Static<typeof PortalApplicationOptions>;

const counted = (description: string) => Type.Integer({ description, minimum: 0, maximum: 100_000 });

/** The data that depends on an application. */
export const PortalConsequences = Type.Object(
  {
    users: counted('Its users.'),
    sign_ins: counted('Active sign-ins of the application and its users.'),
    channels: counted('Channels that are deleted with it.'),
    devices: counted('Devices with their own credentials that are deleted with it.'),
    tiles: counted('Tiles in users’ homes that are deleted with it.'),
    others_channels: counted('Channels of managers. They stay, but its users lose access to them.'),
    at_least: Type.Array(Type.String(), {
      description: 'The names of counts that are lower bounds: counting stops at 100,000 rows each.',
    }),
  },
  { title: 'PortalConsequences' },
);
export type PortalConsequences = Static<typeof PortalConsequences>;

export const PortalOverview = Type.Object(
  {
    applications: Type.Integer({ description: 'Number of applications.' }),
    users: Type.Integer({ description: 'Number of users of all applications.' }),
    channels: Type.Integer({ description: 'Devices in users’ homes.' }),
    more_channels: Type.Boolean({
      description: 'Whether `channels` is a lower bound: counting stops at 100,000.',
    }),
    connected: Type.Integer({ description: 'Open MQTT sessions on this server.' }),
    first_steps: Type.Object(
      {
        application: Type.Boolean({ description: 'Whether an application other than Home’s is registered.' }),
        user: Type.Boolean({ description: 'Whether such an application has a user.' }),
        device: Type.Boolean({ description: 'Whether such a user has a device.' }),
      },
      { description: 'Which of the first steps are done.' },
    ),
  },
  { title: 'PortalOverview' },
);
export type PortalOverview = Static<typeof PortalOverview>;

export const exampleConsequences: PortalConsequences = {
  users: 42,
  sign_ins: 63,
  channels: 120,
  devices: 8,
  tiles: 151,
  others_channels: 3,
  at_least: [],
};

export const exampleOverview: PortalOverview = {
  applications: 3,
  users: 42,
  channels: 120,
  more_channels: false,
  connected: 17,
  first_steps: { application: true, user: true, device: false },
};

export const exampleApplication: PortalApplication = {
  client_id: '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20',
  name: 'Casa Azul',
  type: 'mobile',
  namespace: 'casa-azul.7d5c2c',
  state: 'enabled',
  is_home: false,
  users: 42,
  created: '2026-01-02T03:04:05.678+0000',
  updated: '2026-02-03T04:05:06.789+0000',
};

export const exampleDetail: PortalApplicationDetail = {
  ...exampleApplication,
  scopes: ['application', 'user'],
  redirect_uris: ['casaazul://signed-in'],
  origins: ['https://casa.example'],
  access_token_lifetime: null,
  refresh_token_lifetime: null,
  minimum_password_length: 8,
  app_scheme: 'casaazul',
  previous_secret_expires: null,
  works_for: [],
  distributors: [],
  templates: [],
  example_user_id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
};
