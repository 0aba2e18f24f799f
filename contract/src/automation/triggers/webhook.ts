import { Type } from 'typebox';
import { triggerOf } from '../parts.ts';

export const AutomationWebhookTrigger = Type.Object(
  {
    ...triggerOf('webhook'),
    webhook: Type.Literal(true, { description: 'The automation’s own address was called.' }),
  },
  { title: 'AutomationWebhookTrigger', description: 'A call from the web.' },
);
