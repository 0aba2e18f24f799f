import type { AutomationTriggerKind } from '@azulejo/contract';
import { device } from './device.ts';
import { interval } from './interval.ts';
import { person } from './person.ts';
import { property } from './property.ts';
import { scene } from './scene.ts';
import { sun } from './sun.ts';
import { time } from './time.ts';
import type { TriggerKind } from './trigger-kind.ts';
import { webhook } from './webhook.ts';

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

/** Returns the kind of a trigger, which may be unfinished; undefined for one without a known kind. */
export const triggerKindOf = ({ kind }: { readonly kind?: unknown }): TriggerKind | undefined =>
  typeof kind === 'string' && Object.hasOwn(TRIGGERS, kind)
    ? TRIGGERS[kind as AutomationTriggerKind]
    : undefined;
