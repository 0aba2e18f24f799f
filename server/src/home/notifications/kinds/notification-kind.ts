import type { ConditionKind, ConditionRule } from '@azulejo/model';
import type { I18n } from '../../../platform/languages/index.ts';

/** How long conditions last before the person is notified, as the person chose. */
export type ChosenMinutes = { readonly open_minutes: number; readonly unreachable_minutes: number };

/** A device as texts name it. */
export type NamedPlace = {
  readonly device: string;
  readonly area: string | undefined;
  /** Both in one text. */
  readonly place: string;
};

/** A kind of notification that conditions of devices cause. */
export type ByConditions = {
  readonly conditions: readonly ConditionKind[];
  /** How many minutes a condition lasts before the person is notified. Absent for one that is sent at once. */
  readonly minutes?: (chosen: ChosenMinutes) => number;
  /**
   * How long after its end a condition that begins again is still the same one, so that a battery at the limit, or a
   * device at the edge of its network, is not sent again and again.
   */
  readonly cooldownMs: number;
  readonly text: (
    i18n: I18n,
    rule: ConditionRule,
    named: NamedPlace,
    chosen: ChosenMinutes,
  ) => { readonly title: string; readonly body: string };
};

/** Everything that the platform knows of one kind of notification. */
export type KindOfNotification = {
  /** How it is sent to people who did not choose. */
  readonly byDefault: { readonly push: boolean; readonly mail: boolean };
  /** Absent for a kind that something other than a condition of a device causes. */
  readonly byConditions?: ByConditions;
};

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
