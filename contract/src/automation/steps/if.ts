import { Type } from 'typebox';
import { AutomationCondition } from '../condition.ts';
import { stepOf } from '../parts.ts';

/** The schema leaves the form of the inner steps open; compiling checks it. */
const inner = Type.Array(Type.Object({}, { description: 'A step of one of the same kinds.' }), {
  maxItems: 50,
  description: 'Steps. All steps of an automation together are at most 50.',
});

export const AutomationIfStep = Type.Object(
  { ...stepOf('if'), if: AutomationCondition, then: inner, else: Type.Optional(inner) },
  {
    title: 'AutomationIfStep',
    description: 'One list of steps or another. An unknown condition counts as `else`.',
  },
);
