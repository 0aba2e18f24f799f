import { type Static, Type } from 'typebox';
import { Text } from '../../text.ts';
import { AutomationProperty, automationRef, stepOf } from '../parts.ts';

export const AutomationNotifyStep = Type.Object(
  {
    ...stepOf('notify'),
    notify: Type.Object(
      {
        title: Type.Optional(
          Text({ minLength: 1, maxLength: 100, description: 'The automation’s label if absent.' }),
        ),
        text: Text({
          minLength: 1,
          maxLength: 500,
          description: 'The message; `{{name}}` is replaced by the property of that name in `values`.',
        }),
        values: Type.Optional(
          Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]{0,30}$' }), AutomationProperty, {
            maxProperties: 10,
            description: 'The properties that the text names.',
          }),
        ),
        to: Type.Optional(
          Type.Array(automationRef('User id.'), {
            minItems: 1,
            maxItems: 20,
            uniqueItems: true,
            description:
              'User ids of the owner and of people who share a device with the owner; the owner if absent.',
          }),
        ),
      },
      { description: 'A message to people.' },
    ),
  },
  { title: 'AutomationNotifyStep', description: 'Notifies people.' },
);
export type AutomationNotifyStep = Static<typeof AutomationNotifyStep>;
