import type { Log } from './log.ts';

type Known = Readonly<Record<string, unknown>>;

export type Status = {
  /** Takes what changed. */
  set(change: Known): void;
  count(name: string): void;
  tell(): void;
  close(): void;
};

const EVERY_MS = 60_000;

/** Tells how the bridge is: at each change, and each minute, so that a supervisor sees that it lives. */
export function createStatus(log: Log, live: () => Known, own: Known = {}): Status {
  let known: Known = {
    mqtt: 'offline',
    ...own,
    problem: '',
    devices: 0,
    channels: 0,
    failed: 0,
  };
  const counts = new Map<string, number>([['refused', 0]]);
  let told = '';
  const tell = () => log('status', { ...live(), ...known, ...Object.fromEntries(counts) });
  const timer = setInterval(tell, EVERY_MS);
  return {
    set: (change) => {
      known = { ...known, ...change };
      const text = JSON.stringify(known);
      if (text === told) return;
      told = text;
      tell();
    },
    count: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    tell,
    close: () => clearInterval(timer),
  };
}
