import type { Codec } from '@azulejo/devices';
import { Unavailable } from '@azulejo/sdk/manager';
import type { Thing } from './devices.ts';

type Write = { readonly component: string; readonly property: string; readonly data: unknown };

type Pending = {
  readonly thing: Thing;
  readonly key: string;
  readonly write: Write;
  readonly step: number;
  /** What the device said since, which is not what was asked. */
  other?: unknown;
  settle(value: unknown): void;
  refuse(access: 'unreachable' | 'service_error'): void;
};

export type Commands = {
  /** Sends one property. Resolves with the value that the device has then. Rejects with Unavailable. */
  write(thing: Thing, write: Write, signal: AbortSignal): Promise<unknown>;
  /** Values of a device arrived. */
  hear(thing: Thing, values: ReturnType<Codec['decode']>): void;
  /** An error in Zigbee2MQTT's log. */
  failed(message: string): void;
};

/** Below the 25 s that the SDK gives a write. A sleeping device takes the value when it wakes up. */
const ANSWER_MS = 20_000;
/** A property that is never reported is done when no error came for this long. */
const QUIET_MS = 1_500;
/** Zigbee2MQTT 2.x, extension/publish: the only answer to a message that it could not deliver. */
const FAILED = /^(?:z2m: )?Publish 'set' '([^']*)' to '(.*)' failed: '?(.*)/s;
const UNREACHABLE =
  /timeout|timed out|no response|delivery failed|not answer|offline|no network route|MAC|NWK/i;

export function createCommands(publish: (topic: string, body: unknown) => void): Commands {
  const pending = new Set<Pending>();

  return {
    write: (thing, write, signal) => {
      const { component, property, data: value } = write;
      const encoded = thing.codec.encode({ component, property, value });
      if (!encoded) return Promise.reject(new Unavailable('service_error'));
      const { key } = encoded;
      const own = thing.features.filter((feature) => feature.key === key);
      const isReported = own.some(({ access }) => access.isReported);
      const [step = 1] = own.flatMap(({ value: type }) => (type.type === 'number' ? (type.step ?? 1) : []));
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const entry: Pending = {
        thing,
        key,
        write,
        step,
        settle: resolve,
        refuse: (access) => reject(new Unavailable(access)),
      };
      const end = () => {
        if (!isReported) resolve(value);
        // The device answered with another value: that is what it made of the request.
        else if (entry.other !== undefined) resolve(entry.other);
        else entry.refuse('unreachable');
      };
      const timer = setTimeout(end, isReported ? ANSWER_MS : QUIET_MS);
      signal.addEventListener('abort', end, { once: true });
      pending.add(entry);
      publish(`${thing.topic}/set`, { [key]: encoded.value });
      return promise.finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        pending.delete(entry);
      });
    },
    hear: (thing, values) => {
      for (const entry of pending) {
        if (entry.thing.key !== thing.key) continue;
        const { component, property, data } = entry.write;
        const found = values.find((each) => each.component === component && each.property === property);
        if (!found) continue;
        if (isNear(found.value, data, entry.step)) entry.settle(found.value);
        else entry.other = found.value;
      }
    },
    failed: (message) => {
      const [, key, topic, reason = ''] = FAILED.exec(message) ?? [];
      for (const entry of pending)
        if (entry.key === key && entry.thing.topic === topic)
          entry.refuse(UNREACHABLE.test(reason) ? 'unreachable' : 'service_error');
    },
  };
}

/** Devices count in their own steps, and hues on a circle. */
const RELATIVE = 0.01;
const HUE_DEGREES = 3;

/** Returns whether the device has what was asked, apart from rounding to its steps. */
function isNear(one: unknown, other: unknown, step = 0, name = ''): boolean {
  if (typeof one === 'number' && typeof other === 'number') {
    const distance = Math.abs(one - other);
    if (name === 'h') return Math.min(distance, 360 - distance) <= HUE_DEGREES;
    return distance < step || distance <= Math.abs(other) * RELATIVE;
  }
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => isNear(each, other[index], step));
  if (isRecord(one) && isRecord(other))
    // A device may say more of itself than was asked. How bright a colour is, is another property.
    return Object.entries(other).every(([key, value]) => key === 'v' || isNear(one[key], value, step, key));
  return one === other;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
