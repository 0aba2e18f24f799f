import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Id, Text } from '../text.ts';
import { exampleAutomation } from './examples.ts';
import { AutomationProblem, language } from './record.ts';

export const AutomationReplacement = Type.Object(
  {
    applied: Type.Boolean({ description: 'Whether the automations that fit were changed.' }),
    automations: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Id of the automation.' }),
        label: Type.String({ description: 'Its name.' }),
        fits: Type.Boolean({
          description: 'Whether it can run with the other device. If not, it stays unchanged.',
        }),
        sentence: Type.String({
          description: 'What it does with the other device, or as it is if it does not fit.',
        }),
        problems: Type.Array(AutomationProblem, {
          description: 'Why it does not fit, by path, and warnings. Empty if all is well.',
        }),
      }),
      { description: 'The automations that name the device, in their order.' },
    ),
  },
  { title: 'AutomationReplacement', description: 'What replacing a device changes.' },
);
export type AutomationReplacement = Static<typeof AutomationReplacement>;

export const replaceDevice = operation({
  id: 'automations.replaceDevice',
  summary: 'Replace a device in all automations',
  description:
    'Returns which automations name the device and fit the other one. With `apply`, those that fit are changed, all or none; each gets a version, so that an earlier one can be restored. Properties match by component and name, or by their kind if the other device has one of it only. The old device may be gone already. Scenes are not changed.',
  origin: 'base',
  access: 'home',
  needs: 'automations',
  bindings: [{ method: 'POST', path: '/v3/users/{user_id}/automations/replace-device', input: 'json' }],
  params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
  input: Type.Object({
    from: Text({ minLength: 1, maxLength: 200, description: 'Channel id of the device that is replaced.' }),
    to: Text({ minLength: 1, maxLength: 200, description: 'Channel id of the device that takes its place.' }),
    apply: Type.Optional(
      Type.Boolean({ description: 'Changes the automations that fit. Otherwise nothing is stored.' }),
    ),
  }),
  query: Type.Object({ language }),
  reply: AutomationReplacement,
  status: 200,
  errors: ['no_user', 'not_found', 'precondition_failed', 'too_many_requests', 'unavailable'],
  example: {
    input: {
      user_id: 'me',
      from: '0d8f4dc2-3f5c-4b7e-9a55-9a5f6a2b7c11',
      to: '7c2f8b1e-2d64-4a0f-8f57-1f0d3c9e5b22',
    },
    reply: {
      applied: false,
      automations: [
        {
          id: exampleAutomation.id,
          label: exampleAutomation.definition.label,
          fits: true,
          sentence: exampleAutomation.sentence,
          problems: [],
        },
      ],
    },
  },
});
