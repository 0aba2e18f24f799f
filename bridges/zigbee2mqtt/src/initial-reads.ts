import { type SetTimer, setSystemTimer, tickEvery } from '@azulejo/bridge';
import type { Thing } from './devices.ts';
import type { Reporter } from './reporter.ts';

/** A Zigbee network carries few messages, and these reads are not urgent. */
const READ_INTERVAL_MS = 1_000;

/**
 * Reads the values of each device once, one device at a time. States are not retained, so after a start no value is
 * known until the device reports or is read. Devices with a battery are asleep and are not read.
 */
export function createInitialReads(
  publish: (topic: string, body: unknown) => void,
  reporter: Reporter,
  setTimer: SetTimer = setSystemTimer,
) {
  const requested = new Set<string>();
  const waiting: Thing[] = [];

  function requestValues({ topic, features }: Thing): void {
    const keys = features.filter(({ access }) => access.isReadable).map(({ key }) => [key, '']);
    if (keys.length > 0) publish(`${topic}/get`, Object.fromEntries(keys));
  }

  const timer = tickEvery(setTimer, READ_INTERVAL_MS, () => {
    // Devices that cannot be reached are read when they are back.
    const next = waiting.findIndex((thing) => reporter.accessOf(thing) === 'ok');
    if (next < 0) return;
    for (const thing of waiting.splice(next, 1)) requestValues(thing);
  });
  return {
    add: (things: readonly Thing[]) => {
      waiting.push(...things.filter(({ key, isPowered }) => isPowered && !requested.has(key)));
      requested.clear();
      for (const { key } of things) requested.add(key);
    },
    /** Reads all devices again, because reports were missed while Zigbee2MQTT was stopped. */
    reset: () => {
      requested.clear();
      waiting.length = 0;
    },
    close: () => timer[Symbol.dispose](),
  };
}
