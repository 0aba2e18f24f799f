import type { Log } from './log.ts';
import { type SetTimer, setSystemTimer, tickEvery } from './timers.ts';

type Known = Readonly<Record<string, unknown>>;

export type Status = {
  /** Merges a change into the status, and reports it if something differs. */
  set(change: Known): void;
  /** Sets whether there is a connection to the MQTT server. */
  mqtt(isConnected: boolean, reason?: string): void;
  count(name: string): void;
  report(): void;
  close(): void;
};

/**
 * Returns the change of the state. A lost connection is reported twice, the second time without the reason:
 * the first reason stays.
 */
const mqttChange = (isConnected: boolean, reason: string | undefined): Known =>
  isConnected
    ? { mqtt: 'online', mqttReason: '' }
    : { mqtt: 'offline', ...(reason !== undefined && { mqttReason: reason }) };

const EVERY_MS = 60_000;

/** Logs the status of the bridge at each change, and each minute as a heartbeat for the supervisor. */
export function createStatus(
  log: Log,
  live: () => Known,
  initial: Known = {},
  setTimer: SetTimer = setSystemTimer,
): Status {
  let known: Known = {
    mqtt: 'offline',
    ...initial,
    problem: '',
    devices: 0,
    channels: 0,
    failed: 0,
  };
  const counts = new Map<string, number>([['refused', 0]]);
  let reported = '';
  const report = () => log('status', { ...live(), ...known, ...Object.fromEntries(counts) });
  const timer = tickEvery(setTimer, EVERY_MS, report);

  function set(change: Known): void {
    known = { ...known, ...change };
    const text = JSON.stringify(known);
    if (text === reported) return;
    reported = text;
    report();
  }

  return {
    set,
    mqtt: (isConnected, reason) => set(mqttChange(isConnected, reason)),
    count: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    report,
    close: () => timer[Symbol.dispose](),
  };
}
