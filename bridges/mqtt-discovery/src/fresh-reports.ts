import { type SetTimer, setSystemTimer } from '@azulejo/bridge';
import type { Expiry } from '@azulejo/devices/home-assistant';

export type FreshReports = {
  /** Sensors of a device reported. */
  heard(device: string, expiries: readonly Expiry[]): void;
  /** Returns whether the last report of one of its sensors still counts. */
  has(device: string): boolean;
  close(): void;
};

/** Knows which devices reported lately, of those whose sensors say for how long a report counts (`expire_after`). */
export function createFreshReports(
  onExpired: (device: string) => void,
  setTimer: SetTimer = setSystemTimer,
): FreshReports {
  const devices = new Map<string, Map<string, Disposable>>();

  function expire(device: string, key: string): void {
    const sensors = devices.get(device);
    sensors?.delete(key);
    if (sensors?.size !== 0) return;
    devices.delete(device);
    onExpired(device);
  }

  return {
    heard: (device, expiries) => {
      if (expiries.length === 0) return;
      const sensors = devices.get(device) ?? new Map<string, Disposable>();
      devices.set(device, sensors);
      for (const { key, afterSeconds } of expiries) {
        sensors.get(key)?.[Symbol.dispose]();
        sensors.set(
          key,
          setTimer(afterSeconds * 1_000, () => expire(device, key)),
        );
      }
    },
    has: (device) => devices.has(device),
    close: () => {
      for (const sensors of devices.values()) for (const timer of sensors.values()) timer[Symbol.dispose]();
    },
  };
}
