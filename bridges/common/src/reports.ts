import type { ChannelValue } from '@azulejo/devices';
import { ACCESS, type Address } from '@azulejo/model';

export type AccessState = 'ok' | 'unreachable' | 'api_unreachable' | 'disconnected';

type Values = readonly ChannelValue[];

export type Reports = {
  /**
   * Reports the values of a device that changed, except `answers`, which the platform receives as answers to writes:
   * a report of the same value would arrive later, and could be taken for the answer to the next write.
   */
  values(channel: string, values: Values, answers: Values): void;
  access(channel: string, components: readonly string[], state: AccessState): void;
  /** Makes the next state be reported even if it was reported before, because the platform shows another one. */
  forgetAccess(channel: string): void;
  /** Makes every later value be reported, even an equal one, because the platform may not have it. */
  forget(channel: string): void;
  /** Marks a value that the platform refused, perhaps because the channel does not have the property yet. */
  refused(address: Address): void;
  /** Reports refused values again, because the channel has another template now. */
  repeatRefused(channel: string): void;
};

/** Every message has the link quality. Without throttling, it would be more than half of all stored values. */
const LINK_QUALITY = 'linkquality';
const LINK_QUALITY_MS = 10 * 60_000;
const LINK_QUALITY_CHANGE = 30;
/** Properties of button presses: each press counts, also the second one of the same kind. */
const EVENT = /^action(-|$)/;

type Reported = { readonly value: unknown; readonly at: number; isRefused: boolean };

type Options = {
  report(address: Address, data: unknown): void;
  /** Returns monotonic milliseconds. */
  now(): number;
};

/** Compares JSON values. Objects come from one codec, so their members are in the same order. */
const isEqual = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** Deduplicates reports, because devices repeat their whole state in every message. */
export function createReports({ report, now }: Options): Reports {
  const channels = new Map<string, Map<string, Reported>>();

  function isNew(channel: string, key: string, value: unknown, isQuality: boolean): boolean {
    const last = channels.get(channel) ?? new Map();
    channels.set(channel, last);
    const known = last.get(key);
    if (known && isEqual(known.value, value)) return false;
    if (isQuality && known && typeof value === 'number') {
      const isSmall = Math.abs(value - Number(known.value)) < LINK_QUALITY_CHANGE;
      if (isSmall && now() - known.at < LINK_QUALITY_MS) return false;
    }
    last.set(key, { value, at: now(), isRefused: false });
    return true;
  }

  return {
    values: (channel, values, answers) => {
      for (const { component, property, value } of answers)
        isNew(channel, `${component}/${property}`, value, false);
      for (const { component, property, value } of values) {
        const isQuality = property === LINK_QUALITY;
        if (EVENT.test(property) || isNew(channel, `${component}/${property}`, value, isQuality))
          report({ channel, component, property }, value);
      }
    },
    access: (channel, components, state) => {
      for (const component of components)
        if (isNew(channel, `${component}/${ACCESS}`, state, false))
          report({ channel, component, property: ACCESS }, state);
    },
    forgetAccess: (channel) => {
      const known = channels.get(channel);
      for (const key of known?.keys() ?? []) if (key.endsWith(`/${ACCESS}`)) known?.delete(key);
    },
    forget: (channel) => void channels.delete(channel),
    refused: ({ channel, component, property }) => {
      const known = channels.get(channel)?.get(`${component}/${property}`);
      if (known) known.isRefused = true;
    },
    repeatRefused: (channel) => {
      for (const [key, known] of channels.get(channel) ?? []) {
        if (!known.isRefused) continue;
        known.isRefused = false;
        const [component = '', property = ''] = key.split('/');
        report({ channel, component, property }, known.value);
      }
    },
  };
}
