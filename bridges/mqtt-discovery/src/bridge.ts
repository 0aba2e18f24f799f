import {
  type Channels,
  connectMqtt,
  createBridgeServices,
  handleLiveEvents,
  type Log,
  logFailures,
  type Status,
  setSystemTimer,
  tickEvery,
} from '@azulejo/bridge';
import type { AnnouncedDevice, Message } from '@azulejo/devices/home-assistant';
import { type ManagerClient, type ManagerLive, type ManagerRequest, Unavailable } from '@azulejo/sdk/manager';
import { createAnnouncements, subscribeToAnnouncements } from './announcements.ts';
import { type Commands, createCommands } from './commands.ts';
import { createConnection } from './connection.ts';
import { createEvaluations } from './evaluations.ts';
import { FIRST_SHELLY_CALL } from './first-shellies.ts';
import type { Options } from './options.ts';
import { createReporter, type Reporter } from './reporter.ts';
import {
  type AnnouncedThing,
  createThings,
  createTopics,
  quarantineStatus,
  type Things,
  type Topics,
} from './things.ts';

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
  const topics = createTopics(log);
  const commands = createCommands((messages) => broker.publish(messages));
  const connection = createConnection(() => {
    if (things.all().length === 0) status.set(noDeviceBelow(options.discoveryPrefix));
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
    hasChannel: (key) => channels.byKey(key) !== undefined,
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
    ...[announcements, evaluations, connection, reporter, status, tasks].map(({ close }) => close),
  ];
  const timer = tickEvery(setSystemTimer, SECOND_MS, services.runIfIdle);

  return async (): Promise<void> => {
    timer[Symbol.dispose]();
    for (const end of ends) end();
    await broker.close();
  };
}

const noDeviceBelow = (prefix: string) => ({ problem: `No device announces itself below "${prefix}".` });

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

type Dependencies = {
  readonly channels: Channels;
  readonly things: Things;
  readonly topics: Topics;
  readonly broker: () => Broker;
  readonly status: Status;
  /** Returns the status of the devices that are ignored. */
  readonly quarantine: () => ReturnType<typeof quarantineStatus>;
  readonly onFresh: (thing: AnnouncedThing) => void;
  readonly onDone: () => void;
};

/** Returns a function that creates or updates the channel of each device. It resolves with whether all succeeded. */
function createChannelSync(dependencies: Dependencies) {
  const { channels, things, topics, broker, status } = dependencies;
  let synced = new Set<AnnouncedThing>();

  return async (devices: readonly AnnouncedDevice[]): Promise<boolean> => {
    const all = things.update(devices);
    const failed = new Set(await channels.sync(all));
    const present = all.filter(({ key }) => !failed.has(key));
    const fresh = present.filter((thing) => !synced.has(thing));
    synced = new Set(present);
    // States are subscribed to only when there is a channel to report them to.
    const { added, removed } = topics.replace(present);
    broker().unsubscribe(removed);
    broker().subscribe(added);
    for (const thing of fresh) {
      dependencies.onFresh(thing);
      broker().publish(thing.device.asks);
    }
    const counts = { devices: all.length, channels: channels.all().length, failed: failed.size };
    status.set({ ...counts, ...dependencies.quarantine() });
    dependencies.onDone();
    return failed.size === 0;
  };
}

type BrokerListener = {
  onMessage(topic: string, payload: string, isRetained: boolean): void;
  onState(isConnected: boolean, reason?: string): void;
};

type Broker = {
  isConnected(): boolean;
  /** Subscribes to topics, again after each reconnection. */
  subscribe(topics: readonly string[]): void;
  unsubscribe(topics: readonly string[]): void;
  /** Sends messages once; they are dropped while there is no connection. */
  publish(messages: readonly Message[]): void;
  close(): Promise<void>;
};

/** The largest message announces a device with all its components; states are much smaller. */
const MAX_BYTES = 256 * 1024;
/** Limits the topics of one packet. */
const SUBSCRIBE_BATCH_SIZE = 100;

/** Connects to the MQTT server of the devices, and reconnects. */
function connectBroker(options: Options, listener: BrokerListener): Broker {
  const { discoveryPrefix } = options;
  const client = connectMqtt(options);
  const inBatches = (topics: readonly string[], run: (batch: string[]) => void) => {
    for (let start = 0; start < topics.length; start += SUBSCRIBE_BATCH_SIZE)
      run(topics.slice(start, start + SUBSCRIBE_BATCH_SIZE));
  };

  client.on('connect', () => {
    subscribeToAnnouncements(client, options, (error) => {
      listener.onState(!error, error?.message);
      // Devices that do not retain their announcements send them again when Home Assistant starts.
      client.publish(`${discoveryPrefix}/status`, 'online');
      client.publish(FIRST_SHELLY_CALL.topic, FIRST_SHELLY_CALL.payload);
    });
  });
  client.on('close', () => listener.onState(false));
  client.on('error', ({ message }) => listener.onState(false, message));
  client.on('message', (topic, payload, { retain }) => {
    if (payload.length <= MAX_BYTES) listener.onMessage(topic, payload.toString(), retain);
  });

  return {
    isConnected: () => client.connected,
    // The client restores its subscriptions when it reconnects.
    subscribe: (topics) => inBatches(topics, (batch) => void client.subscribe(batch)),
    unsubscribe: (topics) => inBatches(topics, (batch) => void client.unsubscribe(batch)),
    publish: (messages) => {
      if (!client.connected) return;
      for (const { topic, payload, retain } of messages) client.publish(topic, payload, { qos: 1, retain });
    },
    close: () => client.endAsync(true),
  };
}
