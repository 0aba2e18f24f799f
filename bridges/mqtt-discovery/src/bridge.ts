import {
  type Channels,
  createBridgeServices,
  handleLiveEvents,
  type Log,
  logFailures,
  setSystemTimer,
  tickEvery,
} from '@azulejo/bridge';
import { type ManagerClient, type ManagerLive, type ManagerRequest, Unavailable } from '@azulejo/sdk/manager';
import { createAnnouncements } from './announcements.ts';
import { connectBroker } from './broker.ts';
import { createChannelSync } from './channel-sync.ts';
import { type Commands, createCommands } from './commands.ts';
import { createConnection } from './connection.ts';
import { createEvaluations } from './evaluations.ts';
import type { Options } from './options.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { createThings, createTopics, quarantineStatus, type Things } from './things.ts';

const SECOND_MS = 1_000;

/** Connects devices that announce themselves to a platform. Resolves with the function that stops the bridge. */
export async function startBridge(options: Options, manager: ManagerClient, live: ManagerLive, log: Log) {
  const services = await createBridgeServices({ options, manager, live, log });
  const { grants, channels, status, tasks, reports } = services;
  const evaluations = createEvaluations({
    log,
    onQuarantined: () => {
      status.set(quarantineStatus(things.all()));
      reporter.reportAll();
    },
  });
  const things = createThings({ manager: manager.id, log, evaluations });
  const topics = createTopics();
  const commands = createCommands((messages) => broker.publish(messages));
  const connection = createConnection(() => {
    if (things.all().length === 0)
      status.set({ problem: `No device announces itself below "${options.discoveryPrefix}".` });
    reporter.reportAll();
  });
  const reporter = createReporter({
    ...{ channels, things, commands, reports, connection },
    // The key of a Shelly is its prefix, unless somebody changed that.
    isOffline: (key) => announcements.isOffline(key),
  });
  const syncChannels = createChannelSync({
    ...{ channels, things, topics, status },
    broker: () => broker,
    quarantine: () => quarantineStatus(things.all()),
    onFresh: (thing) => void reporter.restoreAvailability(thing).catch(logFailure(log, thing.key)),
    onDone: reporter.reportAll,
  });
  const announcements = createAnnouncements(options, {
    log,
    request: (messages) => broker.publish(messages),
    onChange: (devices) => tasks.run(() => syncChannels(devices)),
  });
  const broker = connectBroker(options, {
    onState: (isConnected, reason) => {
      connection.set(isConnected);
      status.mqtt(isConnected, reason);
      reporter.reportAll();
    },
    onMessage: logFailures((topic, payload, isRetained) => {
      if (announcements.handle(topic, payload)) return;
      for (const listener of topics.listeners(topic))
        void reporter.handleMessage(listener, payload, isRetained).catch(logFailure(log, topic));
    }, log),
  });
  const ends = [
    live.serve({ onWrite: writer({ channels, things, commands, reporter }) }),
    ...handleLiveEvents(live, { grants, reports, status, log }),
  ];
  const timer = tickEvery(setSystemTimer, SECOND_MS, services.runIfIdle);

  return async (): Promise<void> => {
    timer[Symbol.dispose]();
    const parts = [announcements, evaluations, connection, reporter, status, tasks];
    for (const end of [...ends, ...parts.map(({ close }) => close)]) end();
    await broker.close();
  };
}

const logFailure = (log: Log, topic: string) => (error: unknown) =>
  log('message_failed', { topic, reason: String(error) });

type Writing = {
  readonly channels: Channels;
  readonly things: Things;
  readonly commands: Commands;
  readonly reporter: Reporter;
};

/** Returns the function that carries out writes, and refuses those to devices that cannot be reached. */
const writer =
  ({ channels, things, commands, reporter }: Writing) =>
  ({ channel, component, property, data, signal }: ManagerRequest): Promise<unknown> => {
    const key = channels.byId(channel)?.key;
    const thing = key === undefined ? undefined : things.byKey(key);
    if (!thing) return Promise.reject(new Unavailable('disconnected'));
    const access = reporter.accessOf(thing);
    if (access !== undefined && access !== 'ok') return Promise.reject(new Unavailable(access));
    return commands.write(thing, { component, property, data }, signal);
  };
