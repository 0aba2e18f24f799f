import {
  type AccessState,
  type Channels,
  type Reports,
  type SetTimer,
  setSystemTimer,
} from '@azulejo/bridge';
import type { Exchange, Expiry, Reset } from '@azulejo/devices/home-assistant';
import type { Commands } from './commands.ts';
import type { Connection } from './connection.ts';
import { type AnnouncedThing, decode, type Listener, type Things } from './things.ts';

type Values = ReturnType<Exchange['decode']>['values'];

export type Reporter = {
  /** Handles a message on a topic of a thing. */
  handleMessage(listener: Listener, payload: string, isRetained: boolean): Promise<void>;
  /** Reads the availability of a thing again from the messages that it remembers. */
  restoreAvailability(thing: AnnouncedThing): Promise<void>;
  /** Reports for each channel whether its device can be reached. */
  reportAll(): void;
  accessOf(thing: AnnouncedThing): AccessState | undefined;
  close(): void;
};

type Dependencies = {
  readonly channels: Channels;
  readonly things: Things;
  readonly commands: Commands;
  readonly reports: Reports;
  readonly connection: Connection;
  /** Returns whether a device that is not announced has said that it is offline: it exists. */
  isOffline(key: string): boolean;
};

const isEvent = (property: string) => /^action(-|$)/.test(property);

/** Returns the state of a device that is not announced; undefined while that may change soon, and when it is asleep. */
function accessOfUnannounced(connection: Connection, isOffline: boolean): AccessState | undefined {
  // A Shelly with a battery is offline for hours. One that is off cannot be told from it, and keeps its state, too.
  if (isOffline) return undefined;
  // Announcements may arrive late, so a missing device is reported only once the connection has settled.
  if (connection.isSettled()) return 'disconnected';
  return connection.isConnected() || connection.wasSettled() ? undefined : 'api_unreachable';
}

/** Reports the values and the availability of devices to the platform. */
export function createReporter(dependencies: Dependencies, setTimer: SetTimer = setSystemTimer): Reporter {
  const { channels, things, commands, reports, connection, isOffline } = dependencies;
  const freshReports = createFreshReports(reportAccess, setTimer);
  const resets = createResets(reportValues, setTimer);

  function accessOf({ key, availability, exchange, evaluation }: AnnouncedThing): AccessState | undefined {
    if (!connection.isConnected()) return 'api_unreachable';
    if (evaluation?.isQuarantined()) return 'unreachable';
    const isFresh = !exchange.isExpiring || freshReports.has(key) || undefined;
    const reported = availability.isAvailable();
    const isAvailable = (reported && isFresh) ?? (connection.isSettled() ? false : undefined);
    return isAvailable === undefined ? undefined : isAvailable ? 'ok' : 'unreachable';
  }

  function reportAccess(key: string): void {
    const channel = channels.byKey(key);
    if (!channel) return;
    const thing = things.byKey(key);
    const state = thing ? accessOf(thing) : accessOfUnannounced(connection, isOffline(key));
    if (state !== undefined) reports.access(channel.id, channels.componentsOf(channel), state);
  }

  function reportValues(thing: AnnouncedThing, values: Values): void {
    const answers = commands.settleWith(thing, values);
    const channel = channels.byKey(thing.key);
    if (channel) reports.values(channel.id, values, answers);
  }

  return {
    accessOf,
    handleMessage: async ({ thing, topic }, payload, isRetained) => {
      const decoded = await decode(thing, topic, payload);
      // Its description may have changed since the message arrived.
      if (!decoded || things.byKey(thing.key) !== thing) return;
      const before = accessOf(thing);
      const { values, resets: later, expiries } = decoded;
      thing.availability.update(decoded.availability);
      freshReports.add(thing.key, expiries);
      if (accessOf(thing) !== before) reportAccess(thing.key);
      // A retained button press happened long ago.
      reportValues(thing, isRetained ? values.filter(({ property }) => !isEvent(property)) : values);
      for (const reset of later) resets.add(thing, reset);
    },
    restoreAvailability: async (thing) => {
      for (const [topic, payload] of thing.presence)
        thing.availability.update((await decode(thing, topic, payload))?.availability ?? []);
      if (things.byKey(thing.key) === thing) reportAccess(thing.key);
    },
    reportAll: () => {
      for (const { key } of channels.all()) reportAccess(key);
    },
    close: () => {
      resets.close();
      freshReports.close();
    },
  };
}

/** Reports values that follow without a message, after their time. */
function createResets(report: (thing: AnnouncedThing, values: Values) => void, setTimer: SetTimer) {
  const timers = new Map<string, Disposable>();
  return {
    add: (thing: AnnouncedThing, { key, afterSeconds, values }: Reset): void => {
      const id = `${thing.key} ${key}`;
      timers.get(id)?.[Symbol.dispose]();
      const reset = () => {
        timers.delete(id);
        report(thing, values);
      };
      timers.set(id, setTimer(afterSeconds * 1_000, reset));
    },
    close: () => {
      for (const timer of timers.values()) timer[Symbol.dispose]();
    },
  };
}

type FreshReports = {
  /** Starts the expiry of the sensors of a device that reported. */
  add(device: string, expiries: readonly Expiry[]): void;
  /** Returns whether the device has a sensor whose last report has not expired. */
  has(device: string): boolean;
  close(): void;
};

/** Tracks which devices have fresh reports, for sensors whose reports expire (`expire_after`). */
function createFreshReports(
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
