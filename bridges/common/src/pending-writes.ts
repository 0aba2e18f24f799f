import type { ChannelValue, Feature } from '@azulejo/devices';
import { isJsonObject } from '@azulejo/model';
import { Unavailable } from '@azulejo/sdk/manager';
import { type SetTimer, setSystemTimer } from './timers.ts';

export type Write = { readonly component: string; readonly property: string; readonly data: unknown };

/** A write that was sent to a device. */
export type SentWrite<Device> = {
  readonly device: Device;
  /** The member of the device's messages that has the property. */
  readonly key: string;
  readonly write: Write;
};

type Pending<Device> = SentWrite<Device> & {
  readonly step: number;
  /** The value that the device has reported since then, if it differs from the requested one. */
  other?: unknown;
  settle(value: unknown): void;
  refuse(access: 'unreachable' | 'service_error'): void;
};

export type PendingWrites<Device> = {
  /** Resolves with the value that the device reports. Rejects with Unavailable. */
  wait(sent: SentWrite<Device>, expected: Expected, signal: AbortSignal): Promise<unknown>;
  /** Settles the writes that these values of the device answer. Returns those values; they need no other report. */
  settleWith(device: Device, values: readonly ChannelValue[]): readonly ChannelValue[];
  /** Rejects the writes for which `fits` is true. */
  refuse(fits: (sent: SentWrite<Device>) => boolean, access: 'unreachable' | 'service_error'): void;
};

/** How a device is expected to answer a write. */
export type Expected = { readonly isReported: boolean; readonly step: number };

/** Shorter than the 25 s after which the SDK fails a write. A sleeping device takes the value when it wakes up. */
const ANSWER_MS = 20_000;
/** A write of a property that is never reported succeeds when no error arrives for this long. */
const QUIET_MS = 1_500;

/** Returns how a write to one of these features is answered. */
export function expectedOf(features: readonly Feature[]): Expected {
  const [step = 1] = features.flatMap(({ value: type }) => (type.type === 'number' ? (type.step ?? 1) : []));
  return { isReported: features.some(({ access }) => access.isReported), step };
}

/** Holds the writes that were sent to devices, until the devices report the values. */
export function createPendingWrites<Device extends { readonly key: string }>(
  setTimer: SetTimer = setSystemTimer,
): PendingWrites<Device> {
  const pending = new Set<Pending<Device>>();

  return {
    wait: (sent, { isReported, step }, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const entry: Pending<Device> = {
        ...sent,
        step,
        settle: resolve,
        refuse: (access) => reject(new Unavailable(access)),
      };
      const end = () => {
        if (!isReported) resolve(sent.write.data);
        // The device answered with another value, which is its result of the request.
        else if (entry.other !== undefined) resolve(entry.other);
        else entry.refuse('unreachable');
      };
      const timer = setTimer(isReported ? ANSWER_MS : QUIET_MS, end);
      signal.addEventListener('abort', end, { once: true });
      pending.add(entry);
      return promise.finally(() => {
        timer[Symbol.dispose]();
        signal.removeEventListener('abort', end);
        pending.delete(entry);
      });
    },
    settleWith: (device, values) => {
      const answers: ChannelValue[] = [];
      for (const entry of pending) {
        if (entry.device.key !== device.key) continue;
        const { component, property, data } = entry.write;
        const found = values.find((each) => each.component === component && each.property === property);
        if (!found) continue;
        if (isNear(found.value, data, entry.step)) {
          entry.settle(found.value);
          answers.push(found);
        } else entry.other = found.value;
      }
      return answers;
    },
    refuse: (fits, access) => {
      for (const entry of pending) if (fits(entry)) entry.refuse(access);
    },
  };
}

/** Relative tolerance: devices round to their own steps. */
const RELATIVE = 0.01;
const HUE_DEGREES = 3;
const SATURATION_PERCENT = 2;

/** Returns whether the device has the requested value, apart from rounding. Hues are compared on a circle. */
function isNear(one: unknown, other: unknown, step = 0, name = ''): boolean {
  if (typeof one === 'number' && typeof other === 'number') {
    const distance = Math.abs(one - other);
    if (name === 'h') return Math.min(distance, 360 - distance) <= HUE_DEGREES;
    if (name === 's') return distance <= SATURATION_PERCENT;
    return distance < step || distance <= Math.abs(other) * RELATIVE;
  }
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => isNear(each, other[index], step));
  if (isJsonObject(one) && isJsonObject(other))
    // A device may report more members than were written. The brightness of a colour is another property.
    return Object.entries(other).every(([key, value]) => key === 'v' || isNear(one[key], value, step, key));
  return one === other;
}
