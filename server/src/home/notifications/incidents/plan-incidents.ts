import type { NotificationKind } from '@azulejo/contract';
import { valueKey, type Watched } from '@azulejo/model';
import type { Selectable } from 'kysely';
import type { Database } from '../../../database/index.ts';
import { partOf } from '../../../platform/leases.ts';
import { cooldownOf, delayOf, toNotificationKind } from '../kinds/index.ts';
import { isWanted, type Settings } from '../settings.ts';
import type { WatchedProperties } from './watched-templates.ts';

export type IncidentRow = Selectable<Database['notification_incidents']>;

/** The value of a property, and since when at least it has had it. */
export type Observed = { readonly data: unknown; readonly since: number };

export type PlanInput = {
  readonly userId: string;
  readonly channelId: string;
  readonly settings: Settings;
  readonly watched: WatchedProperties;
  readonly values: ReadonlyMap<string, Observed>;
  /** When an alarm was seen that may be over already, by `valueKey`. */
  readonly pulses: ReadonlyMap<string, number>;
  readonly incidents: readonly IncidentRow[];
  readonly now: number;
  /** The kinds of which what is due now is taken as known, since the person has just asked to be notified of them. */
  readonly silentKinds: ReadonlySet<NotificationKind>;
};

export type Announcement = {
  readonly incident: IncidentRow;
  readonly kind: NotificationKind;
  readonly rule: Watched['rule'];
};

export type IncidentPlan = {
  readonly stored: IncidentRow[];
  readonly deleted: IncidentRow[];
  readonly announced: Announcement[];
  /** Incidents that have ended, whose queued messages are dropped. */
  readonly ended: IncidentRow[];
};

/**
 * Compares the conditions of one channel with the incidents that are stored for one person.
 *
 * - A condition without an incident begins one, due after the delay that the person set.
 * - An incident that is due is announced once: `announced` is stored together with the messages.
 * - An incident whose condition is over is deleted if it was not announced. Otherwise it stays for a while, in which
 *   the condition may come back without being announced again.
 */
export function planIncidents(input: PlanInput): IncidentPlan {
  const plan: IncidentPlan = { stored: [], deleted: [], announced: [], ended: [] };
  const byKey = new Map(
    input.incidents.map((row) => [valueKey(row.component_id, row.property_id), row] as const),
  );
  for (const [key, watched] of input.watched) {
    const kind = toNotificationKind(watched.rule.kind);
    const before = byKey.get(key);
    byKey.delete(key);
    if (kind === undefined || !isWanted(input.settings, kind)) {
      if (before) end(plan, before);
      continue;
    }
    planProperty(input, plan, { key, watched, kind, before });
  }
  // The template no longer has the property.
  for (const row of byKey.values()) end(plan, row);
  return plan;
}

type Property = {
  readonly key: string;
  readonly watched: Watched;
  readonly kind: NotificationKind;
  readonly before: IncidentRow | undefined;
};

function planProperty(input: PlanInput, plan: IncidentPlan, property: Property): void {
  const { values, pulses, now } = input;
  const { key, watched, kind, before } = property;
  const value = values.get(key);
  const holds = value !== undefined && watched.rule.holds(value.data);
  const pulse = pulses.get(key);
  if (holds) planHolding(input, plan, property, value.since);
  else if (pulse !== undefined && isNew(before, kind, pulse)) {
    const row = begin(input, watched, pulse);
    announce(input, plan, {
      incident: { ...row, due: null, announced: now, ended: now },
      kind,
      rule: watched.rule,
    });
  } else if (before && before.ended === null) {
    if (before.announced === null || cooldownOf(kind) === 0) end(plan, before);
    else {
      plan.stored.push({ ...before, ended: now });
      plan.ended.push(before);
    }
  }
}

function planHolding(
  input: PlanInput,
  plan: IncidentPlan,
  { watched, kind, before }: Property,
  since: number,
): void {
  const { settings, now } = input;
  if (before?.announced != null && !isNew(before, kind, now)) {
    if (before.ended !== null) plan.stored.push({ ...before, ended: null });
    return;
  }
  const row = before && before.ended === null ? before : begin(input, watched, since);
  const due = row.began + delayOf(settings, kind);
  if (due <= now)
    announce(input, plan, {
      incident: { ...row, due: null, announced: now, ended: null },
      kind,
      rule: watched.rule,
    });
  else if (before?.due !== due) plan.stored.push({ ...row, due });
}

/** Returns whether a condition starts a new incident: the first, or after the cooldown of the last. */
const isNew = (before: IncidentRow | undefined, kind: NotificationKind, now: number): boolean =>
  !before || (before.ended !== null && now - before.ended >= cooldownOf(kind));

function begin(
  { userId, channelId, now }: PlanInput,
  { component, property, rule }: Watched,
  since: number,
): IncidentRow {
  const address = { user_id: userId, channel_id: channelId, component_id: component, property_id: property };
  const part = partOf(userId);
  const began = Math.min(since, now);
  return { ...address, kind: rule.kind, began, due: null, announced: null, ended: null, part };
}

function announce({ silentKinds }: PlanInput, plan: IncidentPlan, announcement: Announcement): void {
  plan.stored.push(announcement.incident);
  if (!silentKinds.has(announcement.kind)) plan.announced.push(announcement);
}

function end(plan: IncidentPlan, row: IncidentRow): void {
  plan.deleted.push(row);
  plan.ended.push(row);
}
