import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, Text, user_id } from '../text.ts';
import { exampleAutomation, exampleRun } from './examples.ts';
import { language } from './record.ts';
import { AutomationMisses, AutomationRun } from './run-record.ts';

const automation_id = Id('Automation id.');
const path = '/v3/users/{user_id}/automations/{automation_id}';
const ofUser = { origin: 'base', access: 'home' } as const;
const ofOne = { ...ofUser, params: Type.Object({ user_id, automation_id }) } as const;
const query = Type.Object({ language });
const one = { user_id: 'me', automation_id: exampleAutomation.id };

export const automationRuns = {
  list: operation({
    id: 'automationRuns.list',
    summary: 'List the runs of an automation',
    description: 'Newest first, without steps. Runs are kept for 30 days, at most 1,000 of an automation.',
    ...ofOne,
    needs: 'history',
    bindings: [{ method: 'GET', path: `${path}/runs`, input: 'query' }],
    input: Type.Object({
      language,
      before: Type.Optional(Text({ maxLength: 500, description: 'Id of a run: only earlier ones.' })),
      page_size: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'How many runs; 20 if absent.' }),
      ),
    }),
    reply: Type.Object({ elements: Type.Array(AutomationRun, { description: 'Newest first.' }) }),
    list: { items: 'elements', next: { send: 'before', item: 'id' } },
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: one, reply: { elements: [exampleRun] } },
  }),
  get: operation({
    id: 'automationRuns.get',
    summary: 'Read a run of an automation',
    description: 'With each step and its outcome.',
    ...ofUser,
    needs: 'history',
    bindings: [{ method: 'GET', path: `${path}/runs/{run_id}`, input: 'query' }],
    params: Type.Object({ user_id, automation_id, run_id: Id('Id of the run.') }),
    input: query,
    reply: AutomationRun,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: { ...one, run_id: exampleRun.id }, reply: { ...exampleRun, steps: [] } },
  }),
  misses: operation({
    id: 'automationRuns.misses',
    summary: 'Read why an automation did not run',
    description: 'By reason: how often in each hour of the last 30 days, and the last 20 in full.',
    ...ofOne,
    needs: 'history',
    bindings: [{ method: 'GET', path: `${path}/misses`, input: 'query' }],
    input: query,
    reply: AutomationMisses,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: one, reply: { reasons: [] } },
  }),
  play: operation({
    id: 'automationRuns.play',
    summary: 'Run an automation now',
    description:
      'Responds when the run is recorded. Without `conditions`, they are not checked. 409 if the automation is switched off, cannot run in the home, does not start, or waits for the run before it: `text` says why.',
    ...ofOne,
    needs: 'control',
    bindings: [{ method: 'POST', path: `${path}/play`, input: 'json' }],
    input: Type.Object({
      conditions: Type.Optional(
        Type.Boolean({ description: 'Whether its conditions are checked; false if absent.' }),
      ),
    }),
    query,
    reply: AutomationRun,
    status: 200,
    errors: ['no_user', 'not_found', 'automation_not_run', 'too_many_requests', 'unavailable'],
    example: {
      input: one,
      reply: { ...exampleRun, start: { by: 'play' }, because: 'it was run by hand' },
    },
  }),
  signingKey: operation({
    id: 'automationRuns.signingKey',
    summary: 'Read the key with which requests of an automation are signed',
    description:
      'For receivers of its steps `webhook`, which can check `webhook-signature` as in Standard Webhooks. The key changes when the operator rotates the keys of the platform; until the next rotation, requests are also signed with the previous key.',
    ...ofOne,
    needs: 'manage',
    bindings: [{ method: 'GET', path: `${path}/signing-key`, input: 'query' }],
    input: Empty,
    reply: Type.Object({
      signing_key: Type.String({ description: 'The secret key, as Standard Webhooks writes it.' }),
    }),
    status: 200,
    errors: ['no_user', 'not_found', 'unavailable'],
    example: {
      input: one,
      reply: { signing_key: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3nZ0kJ2n8Xo=' },
    },
  }),
  createHook: operation({
    id: 'automationRuns.createHook',
    summary: 'Create the web address of an automation',
    description:
      'For a trigger `webhook`. The address is returned only once; creating it again replaces the previous one.',
    ...ofOne,
    needs: 'manage',
    bindings: [{ method: 'POST', path: `${path}/hook`, input: 'json' }],
    input: Empty,
    reply: Type.Object({ url: Type.String({ description: 'The URL. Anyone who knows it can call it.' }) }),
    status: 201,
    errors: ['no_user', 'not_found'],
    example: {
      input: one,
      reply: { url: 'https://home.example.org/v3/hooks/azh_Zk3V9q0uV5nN2yR8sT1wX7bC4dE6fG' },
    },
  }),
  removeHook: operation({
    id: 'automationRuns.removeHook',
    summary: 'Remove the web address of an automation',
    description: 'Calls to the address then get 404.',
    ...ofOne,
    needs: 'manage',
    bindings: [{ method: 'DELETE', path: `${path}/hook`, input: 'query' }],
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: one, reply: {} },
  }),
  callHook: operation({
    id: 'automationRuns.callHook',
    summary: 'Call an automation',
    description:
      'Starts the automation to which the address belongs, if its conditions are true. The response does not wait for it. Members of the body, a JSON object or a form of at most 64 KB, are ignored. At most 60 calls a minute, and 300 to all automations of a person.',
    origin: 'base',
    access: 'public',
    bindings: [{ method: 'POST', path: '/v3/hooks/{hook_key}', input: 'json-or-form' }],
    bodyLimit: 64 * 1024,
    params: Type.Object({ hook_key: Id('The key in the address.') }),
    input: Empty,
    reply: Empty,
    status: 202,
    errors: ['not_found', 'too_many_requests', 'unavailable'],
    example: { input: { hook_key: 'azh_Zk3V9q0uV5nN2yR8sT1wX7bC4dE6fG' }, reply: {} },
  }),
};
