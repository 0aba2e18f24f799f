import type { NotificationKind } from '@azulejo/contract';
import type { ConditionKind } from '@azulejo/model';
import { alarm } from './alarm.ts';
import { battery } from './battery.ts';
import {
  type ByConditions,
  type ChosenMinutes,
  type KindOfNotification,
  MINUTE_MS,
} from './notification-kind.ts';
import { open } from './open.ts';
import { unreachable } from './unreachable.ts';

/** The kinds of notifications. Those that devices cause are each in the file of its name. */
export const KINDS: Readonly<Record<NotificationKind, KindOfNotification>> = {
  alarm,
  open,
  unreachable,
  battery,
  /** New devices (`new-devices.ts`). */
  device: { byDefault: { push: false, mail: false } },
  /** What automations send. */
  automation: { byDefault: { push: true, mail: false } },
};

const kindsByCondition: ReadonlyMap<ConditionKind, NotificationKind> = new Map(
  (Object.keys(KINDS) as NotificationKind[]).flatMap((kind) =>
    (KINDS[kind].byConditions?.conditions ?? []).map((condition) => [condition, kind] as const),
  ),
);

/** Returns the kind of notification that a condition causes; undefined if it causes none. */
export const toNotificationKind = (condition: ConditionKind): NotificationKind | undefined =>
  kindsByCondition.get(condition);

/** Returns how a condition is notified; undefined if it is not. */
export function notifiedBy(condition: ConditionKind): ByConditions | undefined {
  const kind = toNotificationKind(condition);
  return kind && KINDS[kind].byConditions;
}

/** Returns how long a condition lasts before the person is notified of it. */
export const delayOf = (chosen: ChosenMinutes, kind: NotificationKind): number =>
  (KINDS[kind].byConditions?.minutes?.(chosen) ?? 0) * MINUTE_MS;

export const cooldownOf = (kind: NotificationKind): number => KINDS[kind].byConditions?.cooldownMs ?? 0;
