import { Type } from 'typebox';
import { MAX_NAME_LENGTH } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { Empty, Id, Text } from '../../text.ts';
import { managerTemplates } from '../connections/manager-templates.ts';
import {
  exampleApplication,
  exampleConsequences,
  exampleDetail,
  exampleOverview,
  PortalApplication,
  PortalApplicationDetail,
  PortalApplicationOptions,
  PortalApplicationState,
  PortalApplicationType,
  PortalConsequences,
  PortalNewSecret,
  PortalOverview,
} from './application-records.ts';

/** The settings of an application that a developer can change. */
const applicationSettings = {
  redirect_uris: Type.Optional(
    Type.Array(Text({ maxLength: 2000 }), {
      maxItems: 50,
      description: 'URIs to which a sign-in may redirect.',
    }),
  ),
  origins: Type.Optional(
    Type.Array(Text({ maxLength: 2000 }), {
      maxItems: 50,
      description: 'Origins whose pages may call the API: `scheme://host[:port]`.',
    }),
  ),
  scopes: Type.Optional(
    Type.Array(Text({ maxLength: 50 }), { maxItems: 10, description: 'All scopes of its type by default.' }),
  ),
  access_token_lifetime: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], { description: 'Seconds; null means the platform’s default.' }),
  ),
  refresh_token_lifetime: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], { description: 'Seconds; null means the platform’s default.' }),
  ),
  minimum_password_length: Type.Optional(
    Type.Integer({ description: 'Minimum length of its users’ passwords.' }),
  ),
  app_scheme: Type.Optional(
    Type.Union([Text({ maxLength: 64 }), Type.Null()], {
      description: 'URL scheme that opens its app; null for none.',
    }),
  ),
};

const all = '/portal/api/applications';
const one = `${all}/{application_id}` as const;
const ofApplication = Type.Object({ application_id: Id('The application’s `client_id`.') });
const ofLink = Type.Object({
  application_id: Id('The `client_id` of the distributor.'),
  target_id: Id('The `client_id` of the application.'),
});
const secretExample = { application: exampleDetail, client_secret: 'azs_…' };

const name = Text({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'Display name.' });

export const portalApplications = {
  ...managerTemplates,
  overview: operation({
    id: 'portal.applications.overview',
    summary: 'Get key figures of the platform',
    description: 'Includes which of the first steps are done.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/overview', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: PortalOverview,
    status: 200,
    errors: [],
    example: {
      input: {},
      reply: exampleOverview,
    },
  }),
  options: operation({
    id: 'portal.applications.options',
    summary: 'List the settings that an application can have',
    description: 'By type, with the platform’s defaults and addresses.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/application-options', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: PortalApplicationOptions,
    status: 200,
    errors: [],
    example: {
      input: {},
      reply: {
        types: [
          {
            type: 'mobile',
            scopes: ['application', 'user'],
            least_token_lifetime: 259_200,
            access_token_lifetime: 2_592_000,
          },
        ],
        refresh_token_lifetime: 31_536_000,
        most_token_lifetime: 315_360_000,
        least_password_length: 6,
        most_password_length: 64,
        default_password_length: 8,
        endpoints: {
          http: 'http://127.0.0.1:8480',
          mqtt: ['mqtt://127.0.0.1:1883', 'mqtts://127.0.0.1:8883'],
        },
      },
    },
  }),
  list: operation({
    id: 'portal.applications.list',
    summary: 'List applications',
    description: 'Newest first, in pages. Devices have credentials too, but are not listed.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: all, input: 'query' }],
    params: Empty,
    input: Type.Object({
      search: Type.Optional(
        Text({ maxLength: 200, description: 'Part of the name or namespace, or the whole `client_id`.' }),
      ),
      type: Type.Optional(PortalApplicationType),
      state: Type.Optional(PortalApplicationState),
      after: Type.Optional(Text({ maxLength: 200, description: '`next` of the previous page.' })),
      page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '50 by default.' })),
    }),
    reply: Type.Object({
      applications: Type.Array(PortalApplication, { description: 'The applications of this page.' }),
      total: Type.Integer({ description: 'Number of matches on all pages.' }),
      next: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' }),
    }),
    list: { items: 'applications', next: { send: 'after', reply: 'next' } },
    status: 200,
    errors: [],
    example: {
      input: { search: 'casa' },
      reply: { applications: [exampleApplication], total: 1, next: null },
    },
  }),
  create: operation({
    id: 'portal.applications.create',
    summary: 'Register an application',
    description: 'Its secret is returned only once.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: all, input: 'json' }],
    params: Empty,
    input: Type.Object({
      name,
      type: PortalApplicationType,
      namespace: Type.Optional(
        Text({ maxLength: 100, description: 'Unique; derived from the name by default.' }),
      ),
      ...applicationSettings,
    }),
    reply: PortalNewSecret,
    status: 201,
    errors: [],
    example: { input: { name: 'Casa Azul', type: 'mobile' }, reply: secretExample },
  }),
  get: operation({
    id: 'portal.applications.get',
    summary: 'Read an application',
    description: 'Returns all settings except the secret.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: one, input: 'query' }],
    params: ofApplication,
    input: Empty,
    reply: PortalApplicationDetail,
    status: 200,
    errors: ['not_found'],
    example: { input: {}, reply: exampleDetail },
  }),
  update: operation({
    id: 'portal.applications.update',
    summary: 'Change an application',
    description: 'Members that are not sent stay as they are. Lifetimes apply to tokens issued from now on.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'PATCH', path: one, input: 'json' }],
    params: ofApplication,
    input: Type.Object({ name: Type.Optional(name), ...applicationSettings }),
    reply: PortalApplicationDetail,
    status: 200,
    errors: ['not_found'],
    example: { input: { origins: ['https://casa.example'] }, reply: exampleDetail },
  }),
  rotateSecret: operation({
    id: 'portal.applications.rotateSecret',
    summary: 'Give an application a new secret',
    description: 'The secret is returned only once. The previous one keeps working for a day.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: `${one}/secret`, input: 'json' }],
    params: ofApplication,
    input: Empty,
    reply: PortalNewSecret,
    status: 201,
    errors: ['not_found'],
    example: { input: {}, reply: secretExample },
  }),
  endOverlap: operation({
    id: 'portal.applications.endOverlap',
    summary: 'Revoke the previous secret now',
    description: 'Has no effect if the previous secret no longer works.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'DELETE', path: `${one}/previous-secret`, input: 'query' }],
    params: ofApplication,
    input: Empty,
    reply: PortalApplicationDetail,
    status: 200,
    errors: ['not_found'],
    example: { input: {}, reply: exampleDetail },
  }),
  consequences: operation({
    id: 'portal.applications.consequences',
    summary: 'Count what depends on an application',
    description: 'For confirmation before it is disabled or deleted.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: `${one}/consequences`, input: 'query' }],
    params: ofApplication,
    input: Empty,
    reply: PortalConsequences,
    status: 200,
    errors: ['not_found'],
    example: {
      input: {},
      reply: exampleConsequences,
    },
  }),
  setState: operation({
    id: 'portal.applications.setState',
    summary: 'Disable or enable an application',
    description:
      'While it is disabled, neither the application nor its users can sign in, and their tokens are rejected. Nothing is deleted.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'PUT', path: `${one}/state`, input: 'json' }],
    params: ofApplication,
    input: Type.Object({ state: PortalApplicationState }),
    reply: PortalApplicationDetail,
    status: 200,
    errors: ['not_found'],
    example: { input: { state: 'disabled' }, reply: { ...exampleDetail, state: 'disabled' } },
  }),
  link: operation({
    id: 'portal.applications.link',
    summary: 'Let a distributor work for an application',
    description: 'The distributor can then access the application’s users and their devices.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'PUT', path: `${one}/works-for/{target_id}`, input: 'json' }],
    params: ofLink,
    input: Empty,
    reply: PortalApplicationDetail,
    status: 200,
    errors: ['not_found'],
    example: { input: {}, reply: exampleDetail },
  }),
  unlink: operation({
    id: 'portal.applications.unlink',
    summary: 'End a distributor’s access to an application',
    description: 'Takes effect immediately.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'DELETE', path: `${one}/works-for/{target_id}`, input: 'query' }],
    params: ofLink,
    input: Empty,
    reply: PortalApplicationDetail,
    status: 200,
    errors: ['not_found'],
    example: { input: {}, reply: exampleDetail },
  }),
  remove: operation({
    id: 'portal.applications.remove',
    summary: 'Delete an application',
    description:
      'Deletes it with its users, their homes and devices. The application is gone immediately; what depends on it is deleted shortly after. The application of `/home` cannot be deleted.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'DELETE', path: one, input: 'query' }],
    params: ofApplication,
    input: Type.Object({
      name: Text({ maxLength: 200, description: 'The application’s name, as confirmation.' }),
    }),
    reply: Empty,
    status: 200,
    errors: ['not_found', 'in_use'],
    example: { input: { name: 'Casa Azul' }, reply: {} },
  }),
};
