import {
  createBridgeServices,
  type Log,
  logFailures,
  parsed,
  type SetTimer,
  setSystemTimer,
  tickEvery,
} from '@azulejo/bridge';
import type { ManagerClient, ManagerLive } from '@azulejo/sdk/manager';
import { type Broker, connectBroker } from './broker.ts';
import { type Commands, createCommands } from './commands.ts';
import type { Thing } from './devices.ts';
import { createInstance, type Instance } from './instance.ts';
import { createNetwork, type Network } from './network.ts';
import type { Options } from './options.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { createRequests, type Requests } from './requests.ts';
import { serve } from './serve.ts';

const SECOND_MS = 1_000;

/** Connects a Zigbee2MQTT instance to a platform. Resolves with the function that stops the bridge. */
export async function startBridge(options: Options, manager: ManagerClient, live: ManagerLive, log: Log) {
  const initialStatus = { zigbee2mqtt: 'offline' };
  const services = await createBridgeServices({ options, manager, live, log, initialStatus });
  const { channels, status, tasks, reports } = services;
  const publish: Broker['publish'] = (topic, body) => broker.publish(topic, body);
  const commands = createCommands(publish);
  const requests = createRequests(publish, log);
  const network = createNetwork({
    owner: manager.id,
    log,
    receiveLists: (isWanted) => broker.receiveLists(isWanted),
    onChange: (things) => tasks.run(() => syncChannels(things)),
  });
  const instance = createInstance({
    request: publish,
    onOnline: ({ converters }) => network.confirm(converters),
    onOffline: () => {
      network.markStale();
      requests.end();
      initialReads.reset();
    },
    onChange: ({ isOnline, problem, version }) => {
      reporter.reportAll();
      status.set({ zigbee2mqtt: isOnline ? 'online' : 'offline', version, problem });
    },
  });
  const reporter = createReporter({ channels, network, commands, reports, info: instance.info, log });
  const initialReads = createInitialReads(publish, reporter);

  /** Creates or updates the channel of each thing. Resolves with whether all succeeded. */
  async function syncChannels(things: readonly Thing[]): Promise<boolean> {
    broker.subscribeToNames(things.map(({ topic }) => topic));
    const failed = await channels.sync([network.bridge(), ...things]);
    status.set({ devices: things.length, channels: channels.all().length, failed: failed.length });
    reporter.reportAll();
    initialReads.add(things);
    return failed.length === 0;
  }

  const broker = connectBroker(options, {
    onMessage: logFailures(createMessageHandler({ network, instance, commands, requests, reporter }), log),
    onState: (isConnected, reason) => {
      instance.connected(isConnected);
      status.mqtt(isConnected, reason);
    },
    onSilence: (others) => instance.problem(silenceText(options.baseTopic, others)),
  });
  const ends = serve(live, { ...services, network, commands, requests, instance, reporter, log });
  const timer = tickEvery(setSystemTimer, SECOND_MS, () => {
    instance.tick();
    services.runIfIdle();
  });

  return async (): Promise<void> => {
    timer[Symbol.dispose]();
    for (const end of [...ends, initialReads.close, status.close, instance.close, tasks.close]) end();
    await broker.close();
  };
}

function silenceText(baseTopic: string, others: readonly string[]): string {
  const elsewhere = others.length > 0 ? ` Zigbee2MQTT uses: ${others.join(', ')}.` : '';
  return `Nothing is published below "${baseTopic}/bridge".${elsewhere}`;
}

/** A Zigbee network carries few messages, and these reads are not urgent. */
const READ_INTERVAL_MS = 1_000;

/**
 * Reads the values of each device once, one device at a time. States are not retained, so after a start no value is
 * known until the device reports or is read. Devices with a battery are asleep and are not read.
 */
function createInitialReads(
  publish: (topic: string, body: unknown) => void,
  reporter: Reporter,
  setTimer: SetTimer = setSystemTimer,
) {
  const requested = new Set<string>();
  const waiting: Thing[] = [];

  function requestValues({ topic, definition: { features } }: Thing): void {
    const keys = features.filter(({ access }) => access.isReadable).map(({ key }) => [key, '']);
    if (keys.length > 0) publish(`${topic}/get`, Object.fromEntries(keys));
  }

  const timer = tickEvery(setTimer, READ_INTERVAL_MS, () => {
    // Devices that cannot be reached are read when they are back.
    const next = waiting.findIndex((thing) => reporter.accessOf(thing) === 'ok');
    if (next < 0) return;
    for (const thing of waiting.splice(next, 1)) requestValues(thing);
  });
  return {
    add: (things: readonly Thing[]) => {
      waiting.push(...things.filter(({ key, isPowered }) => isPowered && !requested.has(key)));
      requested.clear();
      for (const { key } of things) requested.add(key);
    },
    /** Reads all devices again, because reports were missed while Zigbee2MQTT was stopped. */
    reset: () => {
      requested.clear();
      waiting.length = 0;
    },
    close: () => timer[Symbol.dispose](),
  };
}

type Dependencies = {
  readonly network: Network;
  readonly instance: Instance;
  readonly commands: Commands;
  readonly requests: Requests;
  readonly reporter: Reporter;
};

const AVAILABILITY = '/availability';
const ERROR = 'error';
const RESPONSE = 'bridge/response/';

/** Returns the function that handles each message of Zigbee2MQTT. */
function createMessageHandler({ network, instance, commands, requests, reporter }: Dependencies) {
  function handleLog(payload: Buffer): void {
    // Zigbee2MQTT logs each published state, too; only errors are parsed.
    if (!payload.includes(ERROR)) return;
    const { level, message } = parsed(payload) ?? {};
    if (level === ERROR && typeof message === 'string') commands.failed(message);
  }

  return (topic: string, payload: Buffer): void => {
    // Names may contain slashes, so a topic is compared with the known names.
    const thing = network.byTopic(topic);
    if (thing) {
      const state = parsed(payload);
      if (state && !Array.isArray(state)) reporter.reportValues(thing, state);
    } else if (topic === 'bridge/devices' || topic === 'bridge/groups') network.receive(topic, payload);
    else if (topic === 'bridge/logging') handleLog(payload);
    else if (topic.startsWith(RESPONSE)) {
      instance.handleMessage(topic, payload);
      requests.handleResponse(parsed(payload) ?? {});
    } else if (topic.startsWith('bridge/')) instance.handleMessage(topic, payload);
    else if (topic.endsWith(AVAILABILITY)) {
      const state = parsed(payload)?.['state'] ?? payload.toString();
      reporter.setAvailability(topic.slice(0, -AVAILABILITY.length), state !== 'offline');
    }
  };
}
