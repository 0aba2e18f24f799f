import type { AutomationTriggerKind } from '@azulejo/contract';
import { device, deviceMessages } from './device.ts';
import { interval, intervalMessages } from './interval.ts';
import { person, personMessages } from './person.ts';
import { property } from './property.ts';
import { scene, sceneMessages } from './scene.ts';
import { sun, sunMessages } from './sun.ts';
import { time, timeMessages } from './time.ts';
import type { TriggerKind } from './trigger-kind.ts';
import { webhook, webhookMessages } from './webhook.ts';

/** The kinds of triggers, each in the file of its name, in the order in which the editor offers them. */
export const TRIGGERS: Readonly<Record<AutomationTriggerKind, TriggerKind>> = {
  property,
  time,
  sun,
  interval,
  person,
  device,
  webhook,
  scene,
};

/** The messages of the kinds in English. Those that several kinds share are in `words/english`. */
export const TRIGGER_MESSAGES = {
  phrase: {
    ...intervalMessages.phrase,
    ...personMessages.phrase,
    ...deviceMessages.phrase,
    ...webhookMessages.phrase,
    ...sceneMessages.phrase,
  },
  start: {
    ...timeMessages.start,
    ...sunMessages.start,
    ...intervalMessages.start,
    ...personMessages.start,
    ...deviceMessages.start,
    ...webhookMessages.start,
    ...sceneMessages.start,
  },
};

/** Returns the kind of a trigger, which may be unfinished; undefined for one without a known kind. */
export const triggerKindOf = ({ kind }: { readonly kind?: unknown }): TriggerKind | undefined =>
  typeof kind === 'string' && Object.hasOwn(TRIGGERS, kind)
    ? TRIGGERS[kind as AutomationTriggerKind]
    : undefined;
