import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationKinds,
  type QuietHours,
} from '@azulejo/contract';
import { invalidField } from '../../platform/api-error.ts';
import { delayOf, KINDS } from './kinds/index.ts';
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

const ofEachKind = <Value>(toValue: (kind: NotificationKind) => Value) =>
  Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, toValue(kind)])) as Record<
    NotificationKind,
    Value
  >;

export const DEFAULTS: Settings = {
  kinds: ofEachKind((kind) => KINDS[kind].byDefault),
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
    kinds: ofEachKind(changed),
  };
}

export const isWanted = ({ kinds }: Settings, kind: NotificationKind): boolean =>
  kinds[kind].push || kinds[kind].mail;

/** Returns the kinds that were turned on, and those of which the person is notified sooner than before. */
export const widenedKinds = (before: Settings, after: Settings): ReadonlySet<NotificationKind> =>
  new Set(
    NOTIFICATION_KINDS.filter(
      (kind) =>
        isWanted(after, kind) && (!isWanted(before, kind) || delayOf(after, kind) < delayOf(before, kind)),
    ),
  );
