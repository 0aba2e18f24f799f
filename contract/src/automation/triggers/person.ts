import { type Static, Type } from 'typebox';
import { place, triggerOf, who } from '../parts.ts';

export const AutomationPersonTrigger = Type.Object(
  {
    ...triggerOf('person'),
    person: Type.Enum(['arrives', 'leaves'], {
      type: 'string',
      description: 'Fires separately for each of the people.',
    }),
    place,
    who,
  },
  { title: 'AutomationPersonTrigger', description: 'A person who arrives at a place or leaves it.' },
);
export type AutomationPersonTrigger = Static<typeof AutomationPersonTrigger>;
