import { Type } from 'typebox';
import { Text } from '../../text.ts';
import { stepOf } from '../parts.ts';

export const AutomationWebhookStep = Type.Object(
  {
    ...stepOf('webhook'),
    webhook: Type.Object(
      {
        url: Text({ minLength: 8, maxLength: 2000, description: 'Address, with https.' }),
        body: Type.Optional(Type.Unknown({ description: 'Sent as JSON; at most 16 KB.' })),
      },
      { description: 'A POST request.' },
    ),
  },
  { title: 'AutomationWebhookStep', description: 'Calls an address on the web.' },
);
