import { Type } from 'typebox';
import { MAX_WEBHOOK_BODY_BYTES, MAX_WEBHOOK_URL_LENGTH } from '../../limits.ts';
import { Text } from '../../text.ts';
import { stepOf } from '../parts.ts';

export const AutomationWebhookStep = Type.Object(
  {
    ...stepOf('webhook'),
    webhook: Type.Object(
      {
        url: Text({ minLength: 8, maxLength: MAX_WEBHOOK_URL_LENGTH, description: 'Address, with https.' }),
        body: Type.Optional(
          Type.Unknown({ description: `Sent as JSON; at most ${MAX_WEBHOOK_BODY_BYTES / 1024} KB.` }),
        ),
      },
      { description: 'A POST request.' },
    ),
  },
  { title: 'AutomationWebhookStep', description: 'Calls an address on the web.' },
);
