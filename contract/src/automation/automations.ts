import { Type } from 'typebox';
import { MAX_AUTOMATIONS, MAX_LABEL_LENGTH } from '../limits.ts';
import { operation } from '../operation.ts';
import { Empty, Id, Text, user_id } from '../text.ts';
import { AutomationDefinition } from './definition.ts';
import { exampleAutomation, exampleDefinition } from './examples.ts';
import { Automation, AutomationCheck, AutomationList, AutomationTemplate, language } from './record.ts';
import { replaceDevice } from './replace-device.ts';

const automation_id = Id('Automation id.');
const path = '/v3/users/{user_id}/automations';
const ofUser = { origin: 'base', access: 'home' } as const;
const ofOne = { ...ofUser, params: Type.Object({ user_id, automation_id }) } as const;
const query = Type.Object({ language });
const me = { user_id: 'me' };
const one = { ...me, automation_id: exampleAutomation.id };

export const automations = {
  list: operation({
    id: 'automations.list',
    summary: 'List a user’s automations',
    description: 'When something happens, only if something is true, then steps.',
    ...ofUser,
    needs: 'view',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params: Type.Object({ user_id }),
    input: query,
    reply: AutomationList,
    list: { items: 'elements' },
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: me, reply: { elements: [exampleAutomation] } },
  }),
  get: operation({
    id: 'automations.get',
    summary: 'Read an automation',
    description: 'Returns the automation and its revision.',
    ...ofOne,
    needs: 'view',
    bindings: [{ method: 'GET', path: `${path}/{automation_id}`, input: 'query' }],
    input: query,
    reply: Automation,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: one, reply: exampleAutomation },
  }),
  create: operation({
    id: 'automations.create',
    summary: 'Create an automation',
    description: `It is added after the others. A user can have ${MAX_AUTOMATIONS} automations. A definition that cannot run is refused, and so is one that would restart itself endlessly, unless \`allow\` says \`loop\` and it waits for at least a second.`,
    ...ofUser,
    needs: 'automations',
    bindings: [{ method: 'POST', path, input: 'json' }],
    params: Type.Object({ user_id }),
    input: AutomationDefinition,
    query: Type.Object({
      language,
      allow: Type.Optional(
        Type.Enum(['loop'], { type: 'string', description: 'Stores it although it never ends.' }),
      ),
      origin: Type.Optional(
        Type.Enum(['web', 'api', 'template'], { type: 'string', description: '`api` if absent.' }),
      ),
    }),
    reply: Automation,
    status: 201,
    errors: [
      'no_user',
      'not_found',
      'invalid_automation',
      'automation_loop',
      'quota_exceeded',
      'too_many_requests',
      'unavailable',
    ],
    example: { input: { ...me, ...exampleDefinition }, reply: exampleAutomation },
  }),
  replace: operation({
    id: 'automations.replace',
    summary: 'Replace an automation',
    description:
      'Creates a version. Active runs end with the version with which they started. With `If-Match`, it is replaced only if it has not been changed since. Without `enabled`, the switch does not change.',
    ...ofOne,
    needs: 'automations',
    bindings: [{ method: 'PUT', path: `${path}/{automation_id}`, input: 'json' }],
    input: AutomationDefinition,
    query: Type.Object({
      language,
      allow: Type.Optional(
        Type.Enum(['loop'], { type: 'string', description: 'Stores it although it never ends.' }),
      ),
    }),
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
    example: { input: { ...one, ...exampleDefinition }, reply: exampleAutomation },
  }),
  update: operation({
    id: 'automations.update',
    summary: 'Rename an automation, or switch it on or off',
    description:
      'Switching it off ends its waits and runs. When it is switched on, the current values are the starting point: what is already true does not start it.',
    ...ofOne,
    needs: 'automations',
    bindings: [{ method: 'PATCH', path: `${path}/{automation_id}`, input: 'json' }],
    input: Type.Object({
      label: Type.Optional(Text({ minLength: 1, maxLength: MAX_LABEL_LENGTH, description: 'Its name.' })),
      enabled: Type.Optional(Type.Boolean({ description: 'Whether it runs.' })),
    }),
    reply: Automation,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { ...one, enabled: true }, reply: exampleAutomation },
  }),
  remove: operation({
    id: 'automations.remove',
    summary: 'Delete an automation',
    description: 'With its versions, runs and waits.',
    ...ofOne,
    needs: 'automations',
    bindings: [{ method: 'DELETE', path: `${path}/{automation_id}`, input: 'query' }],
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: one, reply: {} },
  }),
  reorder: operation({
    id: 'automations.reorder',
    summary: 'Reorder a user’s automations',
    description:
      'They decide in this order. Those that are not listed follow the listed ones, in their present order.',
    ...ofUser,
    needs: 'automations',
    bindings: [{ method: 'POST', path: `${path}/reorder`, input: 'json' }],
    params: Type.Object({ user_id }),
    input: Type.Object({
      order: Type.Array(Text({ maxLength: 200 }), { maxItems: 1000, description: 'Automation ids.' }),
    }),
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: { ...me, order: [exampleAutomation.id] }, reply: {} },
  }),
  check: operation({
    id: 'automations.check',
    summary: 'Check a definition',
    description:
      'Nothing is stored. A user can have 120 definitions checked a minute, those included that are saved.',
    ...ofUser,
    needs: 'automations',
    bindings: [{ method: 'POST', path: `${path}/check`, input: 'json' }],
    params: Type.Object({ user_id }),
    input: Type.Object({
      definition: AutomationDefinition,
      automation: Type.Optional(
        Text({ maxLength: 200, description: 'Id of the automation that the definition would replace.' }),
      ),
    }),
    query,
    reply: AutomationCheck,
    status: 200,
    errors: ['no_user', 'not_found', 'invalid_automation', 'too_many_requests', 'unavailable'],
    example: {
      input: { ...me, definition: exampleDefinition },
      reply: {
        problems: [],
        sentence: exampleAutomation.sentence,
        also_set_by: [],
        already_true: [],
        conditions: [{ id: 'c1', is: true }],
        next: [],
      },
    },
  }),
  replaceDevice,
  templates: operation({
    id: 'automations.templates',
    summary: 'List ready automations for a user’s devices',
    description: 'Only those that fit the devices, filled in. Nothing is stored.',
    ...ofUser,
    needs: 'view',
    bindings: [{ method: 'GET', path: '/v3/users/{user_id}/automation-templates', input: 'query' }],
    params: Type.Object({ user_id }),
    input: query,
    reply: Type.Object({
      elements: Type.Array(AutomationTemplate, { description: 'Those that fit.' }),
    }),
    list: { items: 'elements' },
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: {
      input: me,
      reply: {
        elements: [
          {
            id: 'motion-light',
            title: 'Light when somebody comes',
            definition: exampleDefinition,
            sentence: exampleAutomation.sentence,
          },
        ],
      },
    },
  }),
};
