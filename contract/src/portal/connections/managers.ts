import { Type } from 'typebox';
import { operation } from '../../operation.ts';
import { Empty, Id, Text } from '../../text.ts';
import { makerAccounts } from './linked-accounts.ts';
import { managerPages } from './manager-pages.ts';
import { exampleCall, PortalWebhookCall } from './manager-records.ts';

const params = Type.Object({ manager_id: Id('The `client_id` of the manager.') });
const exampleApplication = { id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11', name: 'Casa Azul' };

/** Operations on managers: their webhooks, their channels, and accounts at their makers. */
export const portalManagers = {
  ...managerPages,
  ...makerAccounts,
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
  callAgain: operation({
    id: 'portal.managers.callAgain',
    summary: 'Call a webhook of a manager again',
    description:
      'Changes nothing, and returns how the call went. `authorize` asks where users of this application sign in for devices of this template, `devices_list` which devices the user has; without `user_id`, both are called with the id of a user who does not exist. A good answer to `authorize` says that the manager can be reached, accepts the platform’s hash and knows where people sign in. `devices_list` returns 404 when the manager has no tokens of the user. A manager that looks people up may answer 403, which it also does for a wrong hash. Other calls are refused, with the reason: `receive_token` could replace newer tokens at the manager by older ones, `select_device` adds devices, and the maker redeems a `token` once.',
    origin: 'base',
    access: 'portal-developer',
    bindings: [{ method: 'POST', path: '/portal/api/managers/{manager_id}/calls', input: 'json' }],
    params,
    input: Type.Object({
      application_id: Text({ minLength: 1, maxLength: 200, description: 'The application’s `client_id`.' }),
      template_id: Text({ minLength: 1, maxLength: 200, description: 'A template of the manager.' }),
      webhook: Type.Optional(
        Type.Enum(['authorize', 'devices_list', 'receive_token', 'select_device', 'token'], {
          type: 'string',
          description: 'The `purpose` of the call; `authorize` by default.',
        }),
      ),
      user_id: Type.Optional(
        Text({
          minLength: 1,
          maxLength: 200,
          description: 'A user of the application. Without it, the call carries an id that no user has.',
        }),
      ),
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
