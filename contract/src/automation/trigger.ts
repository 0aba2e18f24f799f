import type { Static } from 'typebox';
import { oneOfKinds } from './one-of-kinds.ts';
import { AutomationDeviceTrigger } from './triggers/device.ts';
import { AutomationIntervalTrigger } from './triggers/interval.ts';
import { AutomationPersonTrigger } from './triggers/person.ts';
import { AutomationPropertyTrigger } from './triggers/property.ts';
import { AutomationSceneTrigger } from './triggers/scene.ts';
import { AutomationSunTrigger } from './triggers/sun.ts';
import { AutomationTimeTrigger } from './triggers/time.ts';
import { AutomationWebhookTrigger } from './triggers/webhook.ts';

/** A trigger of an automation: one of the kinds of `triggers/`. */
export const AutomationTrigger = oneOfKinds(
  [
    AutomationPropertyTrigger,
    AutomationTimeTrigger,
    AutomationSunTrigger,
    AutomationIntervalTrigger,
    AutomationPersonTrigger,
    AutomationDeviceTrigger,
    AutomationWebhookTrigger,
    AutomationSceneTrigger,
  ],
  'The trigger of an automation.',
);
export type AutomationTrigger = Static<typeof AutomationTrigger>;
export type AutomationTriggerKind = AutomationTrigger['kind'];
