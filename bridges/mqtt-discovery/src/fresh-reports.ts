import type { Expiry } from '@azulejo/devices/home-assistant';

export type FreshReports = {
  /** Sensors of a device reported. */
  heard(device: string, expiries: readonly Expiry[]): void;
  /** Returns whether the last report of one of its sensors still counts. */
  has(device: string): boolean;
  close(): void;
};

/** Knows which devices reported lately, of those whose sensors say for how long a report counts (`expire_after`). */
export function createFreshReports(onExpired: (device: string) => void): FreshReports {
  const devices = new Map<string, Map<string, NodeJS.Timeout>>();

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
      const sensors = devices.get(device) ?? new Map<string, NodeJS.Timeout>();
      devices.set(device, sensors);
      for (const { key, afterSeconds } of expiries) {
        clearTimeout(sensors.get(key));
        sensors.set(
          key,
          setTimeout(() => expire(device, key), afterSeconds * 1_000),
        );
      }
    },
    has: (device) => devices.has(device),
    close: () => {
      for (const sensors of devices.values()) for (const timer of sensors.values()) clearTimeout(timer);
    },
  };
}
