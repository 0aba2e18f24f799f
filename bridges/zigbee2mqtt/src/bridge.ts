import { createBridgeServices, type Log, logFailures, setSystemTimer, tickEvery } from '@azulejo/bridge';
import type { ManagerClient, ManagerLive } from '@azulejo/sdk/manager';
import { type Broker, connectBroker } from './broker.ts';
import { createCommands } from './commands.ts';
import type { Thing } from './devices.ts';
import { createInitialReads } from './initial-reads.ts';
import { createInstance } from './instance.ts';
import { createMessageHandler } from './message-handler.ts';
import { createNetwork } from './network.ts';
import type { Options } from './options.ts';
import { createReporter } from './reporter.ts';
import { createRequests } from './requests.ts';
import { serve } from './serve.ts';

const SECOND_MS = 1_000;

/** Connects a Zigbee2MQTT instance to a platform. Resolves with the function that stops the bridge. */
export async function startBridge(options: Options, manager: ManagerClient, live: ManagerLive, log: Log) {
  const initialStatus = { zigbee2mqtt: 'offline' };
  const services = await createBridgeServices({ options, manager, live, log, initialStatus });
  const { channels, status, tasks, reports } = services;
  const publish: Broker['publish'] = (topic, body) => broker.publish(topic, body);
  const commands = createCommands(publish);
  const requests = createRequests(publish);
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
  const reporter = createReporter({ channels, network, commands, reports, info: instance.info });
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
