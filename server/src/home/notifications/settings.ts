import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationKinds,
  type QuietHours,
} from '@azulejo/contract';
import type { ConditionKind } from '@azulejo/model';
import { invalidField } from '../../platform/api-error.ts';
import { isTimezone } from './quiet-hours.ts';

/** A person's choices. They are stored and sent in this form. */
export type Settings = {
  readonly kinds: NotificationKinds;
  readonly open_minutes: number;
  readonly unreachable_minutes: number;
  readonly quiet_hours: QuietHours | null;
};

/** Members that are absent stay as they are. */
export type SettingsChange = Partial<Omit<Settings, 'kinds'>> & {
  readonly kinds?: { readonly [Kind in NotificationKind]?: Partial<NotificationKinds[Kind]> };
};

const byPush = { push: true, mail: false };
const never = { push: false, mail: false };

export const DEFAULTS: Settings = {
  kinds: {
    alarm: { push: true, mail: true },
    open: byPush,
    unreachable: never,
    battery: byPush,
    device: never,
    automation: byPush,
  },
  open_minutes: 10,
  unreachable_minutes: 30,
  quiet_hours: null,
};

export const parseSettings = (json: string | undefined): Settings =>
  json === undefined ? DEFAULTS : withDefaults(JSON.parse(json) as Settings);

/** Adds the defaults of kinds of notifications that are newer than the stored settings. */
const withDefaults = (stored: Settings): Settings => ({
  ...DEFAULTS,
  ...stored,
  kinds: { ...DEFAULTS.kinds, ...stored.kinds },
});

/** Throws `invalid_request` for a time zone that does not exist. */
export function changeSettings(before: Settings, { kinds = {}, ...rest }: SettingsChange): Settings {
  const zone = rest.quiet_hours?.timezone;
  if (zone !== undefined && !isTimezone(zone))
    throw invalidField('quiet_hours.timezone', 'is not a name in the time zone database');
  const changed = (kind: NotificationKind) => ({ ...before.kinds[kind], ...kinds[kind] });
  return {
    ...before,
    ...rest,
    kinds: {
      alarm: changed('alarm'),
      open: changed('open'),
      unreachable: changed('unreachable'),
      battery: changed('battery'),
      device: changed('device'),
      automation: changed('automation'),
    },
  };
}

export const isWanted = ({ kinds }: Settings, kind: NotificationKind): boolean =>
  kinds[kind].push || kinds[kind].mail;

/** The conditions that cause notifications, and their kinds. */
const kindOfCondition: Partial<Record<ConditionKind, NotificationKind>> = {
  smoke: 'alarm',
  'carbon-monoxide': 'alarm',
  gas: 'alarm',
  leak: 'alarm',
  siren: 'alarm',
  open: 'open',
  unlocked: 'open',
  unreachable: 'unreachable',
  'battery-low': 'battery',
};

export const toNotificationKind = (condition: ConditionKind): NotificationKind | undefined =>
  kindOfCondition[condition];

const MINUTE_MS = 60_000;

/** Returns how long a condition lasts before the person is notified of it. */
export function delayOf(settings: Settings, kind: NotificationKind): number {
  if (kind === 'open') return settings.open_minutes * MINUTE_MS;
  return kind === 'unreachable' ? settings.unreachable_minutes * MINUTE_MS : 0;
}

/** Returns the kinds that were turned on, and those of which the person is notified sooner than before. */
export const widenedKinds = (before: Settings, after: Settings): ReadonlySet<NotificationKind> =>
  new Set(
    NOTIFICATION_KINDS.filter(
      (kind) =>
        isWanted(after, kind) && (!isWanted(before, kind) || delayOf(after, kind) < delayOf(before, kind)),
    ),
  );

const HOUR_MS = 60 * MINUTE_MS;

/**
 * How long after its end a condition that begins again is still the same one, so that a battery at the limit,
 * or a device at the edge of its network, is not sent again and again.
 */
export const COOLDOWN_MS: Record<NotificationKind, number> = {
  alarm: 2 * MINUTE_MS,
  open: 0,
  unreachable: HOUR_MS,
  battery: 7 * 24 * HOUR_MS,
  device: 0,
  automation: 0,
};
