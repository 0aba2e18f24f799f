import type { Log } from './log.ts';
import { type SetTimer, setSystemTimer, tickEvery } from './timers.ts';

type Known = Readonly<Record<string, unknown>>;

export type Status = {
  /** Takes what changed. */
  set(change: Known): void;
  /** The connection to the MQTT server began or ended. */
  mqtt(isConnected: boolean, reason?: string): void;
  count(name: string): void;
  tell(): void;
  close(): void;
};

/** A lost connection is reported twice, the second time without the reason, which is kept. */
const mqttChange = (isConnected: boolean, reason: string | undefined): Known =>
  isConnected
    ? { mqtt: 'online', mqttReason: '' }
    : { mqtt: 'offline', ...(reason !== undefined && { mqttReason: reason }) };

const EVERY_MS = 60_000;

/** Tells how the bridge is: at each change, and each minute, so that a supervisor sees that it lives. */
export function createStatus(
  log: Log,
  live: () => Known,
  own: Known = {},
  setTimer: SetTimer = setSystemTimer,
): Status {
  let known: Known = {
    mqtt: 'offline',
    ...own,
    problem: '',
    devices: 0,
    channels: 0,
    failed: 0,
  };
  const counts = new Map<string, number>([['refused', 0]]);
  let reported = '';
  const tell = () => log('status', { ...live(), ...known, ...Object.fromEntries(counts) });
  const timer = tickEvery(setTimer, EVERY_MS, tell);

  function set(change: Known): void {
    known = { ...known, ...change };
    const text = JSON.stringify(known);
    if (text === reported) return;
    reported = text;
    tell();
  }

  return {
    set,
    mqtt: (isConnected, reason) => set(mqttChange(isConnected, reason)),
    count: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    tell,
    close: () => timer[Symbol.dispose](),
  };
}
