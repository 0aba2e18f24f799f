import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, user_id } from '../text.ts';
import { exampleAutomation, exampleDefinition } from './examples.ts';
import { Automation, AutomationVersion, language } from './record.ts';

const automation_id = Id('Automation id.');
const path = '/v3/users/{user_id}/automations/{automation_id}/versions';
const ofOne = { origin: 'base', access: 'home' } as const;
const query = Type.Object({ language });
const one = { user_id: 'me', automation_id: exampleAutomation.id };

export const automationVersions = {
  list: operation({
    id: 'automationVersions.list',
    summary: 'List the versions of an automation',
    description: 'The last 50, newest first.',
    ...ofOne,
    needs: 'history',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params: Type.Object({ user_id, automation_id }),
    input: query,
    reply: Type.Object({ elements: Type.Array(AutomationVersion, { description: 'Newest first.' }) }),
    list: { items: 'elements' },
    status: 200,
    errors: ['no_user', 'not_found'],
    example: {
      input: one,
      reply: {
        elements: [
          {
            version: 1,
            definition: exampleDefinition,
            sentence: exampleAutomation.sentence,
            created: exampleAutomation.created,
          },
        ],
      },
    },
  }),
  restore: operation({
    id: 'automationVersions.restore',
    summary: 'Restore a version of an automation',
    description: 'Creates a new version with the definition of that one.',
    ...ofOne,
    needs: 'automations',
    bindings: [{ method: 'POST', path: `${path}/{version}/restore`, input: 'json' }],
    params: Type.Object({ user_id, automation_id, version: Id('Number of the version.') }),
    input: Empty,
    query,
    reply: Automation,
    status: 200,
    errors: [
      'no_user',
      'not_found',
      'invalid_automation',
      'automation_loop',
      'precondition_failed',
      'too_many_requests',
      'unavailable',
    ],
    example: { input: { ...one, version: '1' }, reply: exampleAutomation },
  }),
};
