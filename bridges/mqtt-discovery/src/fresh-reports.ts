import { type SetTimer, setSystemTimer } from '@azulejo/bridge';
import type { Expiry } from '@azulejo/devices/home-assistant';

export type FreshReports = {
  /** Starts the expiry of the sensors of a device that reported. */
  add(device: string, expiries: readonly Expiry[]): void;
  /** Returns whether the device has a sensor whose last report has not expired. */
  has(device: string): boolean;
  close(): void;
};

/** Tracks which devices have fresh reports, for sensors whose reports expire (`expire_after`). */
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
    add: (device, expiries) => {
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
