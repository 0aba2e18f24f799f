import { type Static, Type } from 'typebox';
import { conditionOf, place, who } from '../parts.ts';

export const AutomationPersonCondition = Type.Object(
  {
    ...conditionOf('person'),
    person: Type.Enum(['is-at', 'is-not-at'], { type: 'string', description: 'Where the people are.' }),
    place,
    who,
    of: Type.Optional(
      Type.Enum(['any', 'every'], {
        type: 'string',
        description: 'Whether one of them is enough; `every` if absent.',
      }),
    ),
  },
  { title: 'AutomationPersonCondition', description: 'Where people are.' },
);
export type AutomationPersonCondition = Static<typeof AutomationPersonCondition>;
