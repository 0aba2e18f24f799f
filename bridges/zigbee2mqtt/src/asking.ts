import { type SetTimer, setSystemTimer, tickEvery } from '@azulejo/bridge';
import type { Thing } from './devices.ts';
import type { Tell } from './tell.ts';

/** One a second: a Zigbee network carries few messages, and these are not urgent. */
const ASK_MS = 1_000;

/**
 * Asks devices for their values, each once. States are not retained: after a start, nothing is known until a
 * device speaks or is asked. Devices with a battery sleep, and do not hear it.
 */
export function createAsking(
  publish: (topic: string, body: unknown) => void,
  tell: Tell,
  setTimer: SetTimer = setSystemTimer,
) {
  const requested = new Set<string>();
  const waiting: Thing[] = [];

  function ask({ topic, features }: Thing): void {
    const keys = features.filter(({ access }) => access.isReadable).map(({ key }) => [key, '']);
    if (keys.length > 0) publish(`${topic}/get`, Object.fromEntries(keys));
  }

  const timer = tickEvery(setTimer, ASK_MS, () => {
    // Devices that are gone are asked when they are back.
    const next = waiting.findIndex((thing) => tell.accessOf(thing) === 'ok');
    if (next < 0) return;
    for (const thing of waiting.splice(next, 1)) ask(thing);
  });
  return {
    add: (things: readonly Thing[]) => {
      waiting.push(...things.filter(({ key, isPowered }) => isPowered && !requested.has(key)));
      requested.clear();
      for (const { key } of things) requested.add(key);
    },
    /** Zigbee2MQTT stopped: what devices reported meanwhile is not known. */
    again: () => {
      requested.clear();
      waiting.length = 0;
    },
    close: () => timer[Symbol.dispose](),
  };
}
