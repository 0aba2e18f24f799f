import {
  type AccessState,
  type Channels,
  type Reports,
  type SetTimer,
  setSystemTimer,
} from '@azulejo/bridge';
import type { Exchange, Reset } from '@azulejo/devices/home-assistant';
import type { Commands } from './commands.ts';
import type { Connection } from './connection.ts';
import { createFreshReports } from './fresh-reports.ts';
import { type AnnouncedThing, type Listener, type Things, updateAvailability } from './things.ts';

type Values = ReturnType<Exchange['decode']>['values'];

export type Reporter = {
  /** Handles a message on a topic of a thing. */
  handleMessage(listener: Listener, payload: string, isRetained: boolean): void;
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
  const resets = new Map<string, Disposable>();
  const freshReports = createFreshReports(reportAccess, setTimer);

  function accessOf({ key, availability, exchange }: AnnouncedThing): AccessState | undefined {
    if (!connection.isConnected()) return 'api_unreachable';
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

  function resetLater(thing: AnnouncedThing, { key, afterSeconds, values }: Reset): void {
    const id = `${thing.key} ${key}`;
    resets.get(id)?.[Symbol.dispose]();
    const reset = () => {
      resets.delete(id);
      reportValues(thing, values);
    };
    resets.set(id, setTimer(afterSeconds * 1_000, reset));
  }

  return {
    accessOf,
    handleMessage: ({ thing, topic }, payload, isRetained) => {
      const before = accessOf(thing);
      updateAvailability(thing, topic, payload);
      const { values, resets: later, expiries } = thing.exchange.decode(topic, payload);
      freshReports.add(thing.key, expiries);
      if (accessOf(thing) !== before) reportAccess(thing.key);
      // A retained button press happened long ago.
      reportValues(thing, isRetained ? values.filter(({ property }) => !isEvent(property)) : values);
      for (const reset of later) resetLater(thing, reset);
    },
    reportAll: () => {
      for (const { key } of channels.all()) reportAccess(key);
    },
    close: () => {
      for (const timer of resets.values()) timer[Symbol.dispose]();
      freshReports.close();
    },
  };
}
