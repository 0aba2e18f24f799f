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
import { type AnnouncedThing, hearAvailability, type Listener, type Things } from './things.ts';

type Values = ReturnType<Exchange['decode']>['values'];

export type Tell = {
  /** A message came by a topic of a thing. */
  hear(listener: Listener, payload: string, isRetained: boolean): void;
  /** Tells whether each channel's device can be reached. */
  all(): void;
  accessOf(thing: AnnouncedThing): AccessState | undefined;
  close(): void;
};

type Dependencies = {
  readonly channels: Channels;
  readonly things: Things;
  readonly commands: Commands;
  readonly reports: Reports;
  readonly connection: Connection;
};

const isEvent = (property: string) => /^action(-|$)/.test(property);

/** Tells the platform about devices. */
export function createTell(dependencies: Dependencies, setTimer: SetTimer = setSystemTimer): Tell {
  const { channels, things, commands, reports, connection } = dependencies;
  const resets = new Map<string, Disposable>();
  const freshReports = createFreshReports(access, setTimer);

  function accessOf({ key, availability, exchange }: AnnouncedThing): AccessState | undefined {
    if (!connection.isConnected()) return 'api_unreachable';
    const isFresh = !exchange.isExpiring || freshReports.has(key) || undefined;
    const reported = availability.isAvailable();
    const isAvailable = (reported && isFresh) ?? (connection.isSettled() ? false : undefined);
    return isAvailable === undefined ? undefined : isAvailable ? 'ok' : 'unreachable';
  }

  function access(key: string): void {
    const channel = channels.byKey(key);
    if (!channel) return;
    const thing = things.byKey(key);
    // Messages that announce may come late, so one that is missing is not given up at once.
    const gone = connection.isSettled() ? 'disconnected' : undefined;
    const state = thing ? accessOf(thing) : gone;
    if (state !== undefined) reports.access(channel.id, channels.componentsOf(channel), state);
  }

  function tell(thing: AnnouncedThing, values: Values): void {
    const answers = commands.hear(thing, values);
    const channel = channels.byKey(thing.key);
    if (channel) reports.values(channel.id, values, answers);
  }

  function resetLater(thing: AnnouncedThing, { key, afterSeconds, values }: Reset): void {
    const id = `${thing.key} ${key}`;
    resets.get(id)?.[Symbol.dispose]();
    const reset = () => {
      resets.delete(id);
      tell(thing, values);
    };
    resets.set(id, setTimer(afterSeconds * 1_000, reset));
  }

  return {
    accessOf,
    hear: ({ thing, topic }, payload, isRetained) => {
      const before = accessOf(thing);
      hearAvailability(thing, topic, payload);
      const { values, resets: later, expiries } = thing.exchange.decode(topic, payload);
      freshReports.heard(thing.key, expiries);
      if (accessOf(thing) !== before) access(thing.key);
      // A press that the MQTT server remembers happened long ago.
      tell(thing, isRetained ? values.filter(({ property }) => !isEvent(property)) : values);
      for (const reset of later) resetLater(thing, reset);
    },
    all: () => {
      for (const { key } of channels.all()) access(key);
    },
    close: () => {
      for (const timer of resets.values()) timer[Symbol.dispose]();
      freshReports.close();
    },
  };
}
