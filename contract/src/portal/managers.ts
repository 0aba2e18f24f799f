import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';

const params = Type.Object({ manager_id: Id('The `client_id` of the manager.') });
const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
) => Type.Union([schema, Type.Null()], { description });

/** A call of the platform to a webhook of a manager, or to its maker. */
export const PortalWebhookCall = Type.Object(
  {
    time: Timestamp,
    purpose: Type.String({
      description: 'The webhook, for example `devices_list`, or `token` for the maker.',
    }),
    origin: Type.String({ description: 'Scheme, host and port that were called.' }),
    duration_ms: Type.Integer({ description: 'How long the call took.' }),
    status: orNull(Type.Integer(), 'Status of the answer; null without a complete one.'),
    failure: orNull(
      Type.String(),
      'Why there is no complete answer, for example `timeout`; null if there is.',
    ),
  },
  { title: 'PortalWebhookCall' },
);
export type PortalWebhookCall = Static<typeof PortalWebhookCall>;

/** The account of an application at the maker behind a manager. */
export const PortalMakerAccount = Type.Object(
  {
    application: Type.Object(
      {
        id: Type.String({ description: 'The application’s `client_id`.' }),
        name: Type.String({ description: 'The application’s name.' }),
      },
      { description: 'Whose account it is.' },
    ),
    client_id: Type.String({ description: 'What the maker calls the application.' }),
    has_secret: Type.Boolean({ description: 'Whether the maker gave a secret. It is never shown.' }),
    origins: Type.Array(Type.String(), { description: 'Where the secret may be sent.' }),
    updated: Timestamp,
  },
  { title: 'PortalMakerAccount' },
);
export type PortalMakerAccount = Static<typeof PortalMakerAccount>;

const exampleCall: PortalWebhookCall = {
  time: '2026-01-02T03:04:05.006+0000',
  purpose: 'authorize',
  origin: 'https://acme.example',
  duration_ms: 120,
  status: 200,
  failure: null,
};
const exampleApplication = { id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11', name: 'Casa Azul' };

/** Operations on the webhooks of managers, and on accounts at their makers. */
export const portalManagers = {
  calls: operation({
    id: 'portal.managers.calls',
    summary: 'List the last calls to a manager and its maker',
    description: 'The last 50 since the server started, newest first, without what was sent and answered.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/managers/{manager_id}/calls', input: 'query' }],
    params,
    input: Empty,
    reply: Type.Object(
      { calls: Type.Array(PortalWebhookCall, { description: 'At most 50, newest first.' }) },
      { title: 'PortalWebhookCalls' },
    ),
    status: 200,
    errors: ['not_found'],
    example: { input: {}, reply: { calls: [exampleCall] } },
  }),
  accounts: operation({
    id: 'portal.managers.accounts',
    summary: 'List the accounts of applications at the maker of a manager',
    description: 'Without their secrets. They are set with `azulejo manager account set`.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/managers/{manager_id}/accounts', input: 'query' }],
    params,
    input: Empty,
    reply: Type.Object(
      { accounts: Type.Array(PortalMakerAccount, { description: 'One for each application that has one.' }) },
      { title: 'PortalMakerAccounts' },
    ),
    status: 200,
    errors: ['not_found'],
    example: {
      input: {},
      reply: {
        accounts: [
          {
            application: exampleApplication,
            client_id: 'casa-azul-7',
            has_secret: true,
            origins: ['https://accounts.acme.example'],
            updated: exampleCall.time,
          },
        ],
      },
    },
  }),
  callAgain: operation({
    id: 'portal.managers.callAgain',
    summary: 'Call the webhook authorize of a manager again',
    description:
      'Asks the manager where people of this application sign in for devices of this template, for a person who does not exist. Changes nothing, and returns how the call went. Only `authorize` is called: the other webhooks need a person who signed in at the maker, and `select_device` would add devices. So a good answer says that the manager can be reached, accepts the platform’s hash and knows where people sign in; it says nothing about tokens, lists and devices. A manager that looks people up may answer 403, which it also does for a wrong hash.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: '/portal/api/managers/{manager_id}/calls', input: 'json' }],
    params,
    input: Type.Object({
      application_id: Text({ minLength: 1, maxLength: 200, description: 'The application’s `client_id`.' }),
      template_id: Text({ minLength: 1, maxLength: 200, description: 'A template of the manager.' }),
    }),
    reply: PortalWebhookCall,
    status: 200,
    errors: ['not_found'],
    example: {
      input: { application_id: exampleApplication.id, template_id: '25f85b52-885c-5108-a9d2-c7fce0ad00ca' },
      reply: exampleCall,
    },
  }),
};
