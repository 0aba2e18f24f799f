import { type Static, Type } from 'typebox';
import {
  MAX_MESSAGE_LENGTH,
  MAX_MESSAGE_TITLE_LENGTH,
  MAX_MESSAGE_VALUE_NAME_LENGTH,
  MAX_MESSAGE_VALUES,
} from '../../limits.ts';
import { Text } from '../../text.ts';
import { AutomationProperty, automationRef, stepOf } from '../parts.ts';

export const AutomationNotifyStep = Type.Object(
  {
    ...stepOf('notify'),
    notify: Type.Object(
      {
        title: Type.Optional(
          Text({
            minLength: 1,
            maxLength: MAX_MESSAGE_TITLE_LENGTH,
            description: 'The automation’s label if absent.',
          }),
        ),
        text: Text({
          minLength: 1,
          maxLength: MAX_MESSAGE_LENGTH,
          description: 'The message; `{{name}}` is replaced by the property of that name in `values`.',
        }),
        values: Type.Optional(
          Type.Record(
            Type.String({ pattern: `^[a-z][a-z0-9_]{0,${MAX_MESSAGE_VALUE_NAME_LENGTH - 1}}$` }),
            AutomationProperty,
            {
              maxProperties: MAX_MESSAGE_VALUES,
              description: 'The properties that the text names.',
            },
          ),
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
