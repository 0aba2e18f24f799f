import { createBase, type Log, setSystemTimer, tickEvery } from '@azulejo/bridge';
import type { ManagerClient, ManagerLive } from '@azulejo/sdk/manager';
import { createAsking } from './asking.ts';
import { type Broker, connectBroker } from './broker.ts';
import { createCommands } from './commands.ts';
import type { Thing } from './devices.ts';
import { createHear } from './hear.ts';
import { createInstance } from './instance.ts';
import { createNetwork } from './network.ts';
import type { Options } from './options.ts';
import { createRequests } from './requests.ts';
import { serve } from './serve.ts';
import { createTell } from './tell.ts';

const SECOND_MS = 1_000;

/** Connects a Zigbee2MQTT with a platform until it is closed. */
export async function startBridge(options: Options, manager: ManagerClient, live: ManagerLive, log: Log) {
  const own = { zigbee2mqtt: 'offline' };
  const base = await createBase({ options, manager, live, log, own });
  const { channels, status, work, reports } = base;
  const publish: Broker['publish'] = (topic, body) => broker.publish(topic, body);
  const commands = createCommands(publish);
  const requests = createRequests(publish);
  const network = createNetwork({
    owner: manager.id,
    log,
    hearLists: (isWanted) => broker.hearLists(isWanted),
    onChange: (things) => work.run(() => bring(things)),
  });
  const instance = createInstance({
    request: publish,
    onOnline: ({ converters }) => network.confirm(converters),
    onOffline: () => {
      network.doubt();
      requests.end();
      asking.again();
    },
    onChange: ({ isOnline, problem, version }) => {
      tell.all();
      status.set({ zigbee2mqtt: isOnline ? 'online' : 'offline', version, problem });
    },
  });
  const tell = createTell({ channels, network, commands, reports, info: instance.info });
  const asking = createAsking(publish, tell);

  /** Resolves with whether the platform has a channel for each of them. */
  async function bring(things: readonly Thing[]): Promise<boolean> {
    broker.hearNames(things.map(({ topic }) => topic));
    const failed = await channels.bring([network.bridge(), ...things]);
    status.set({ devices: things.length, channels: channels.all().length, failed: failed.length });
    tell.all();
    asking.add(things);
    return failed.length === 0;
  }

  const broker = connectBroker(options, {
    onMessage: createHear({ network, instance, commands, requests, tell }),
    onState: (isConnected, reason) => {
      instance.connected(isConnected);
      status.mqtt(isConnected, reason);
    },
    onSilence: (others) => instance.problem(silenceText(options.baseTopic, others)),
  });
  const ends = serve(live, { ...base, network, commands, requests, instance, tell, log });
  const timer = tickEvery(setSystemTimer, SECOND_MS, () => {
    instance.tick();
    base.runIfIdle();
  });

  return async (): Promise<void> => {
    timer[Symbol.dispose]();
    for (const end of [...ends, asking.close, status.close, instance.close, work.close]) end();
    await broker.close();
  };
}

function silenceText(baseTopic: string, others: readonly string[]): string {
  const elsewhere = others.length > 0 ? ` Zigbee2MQTT uses: ${others.join(', ')}.` : '';
  return `Nothing is published below "${baseTopic}/bridge".${elsewhere}`;
}
