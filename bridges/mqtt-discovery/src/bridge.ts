import { type Channels, createBase, follow, type Log, setSystemTimer, tickEvery } from '@azulejo/bridge';
import { type ManagerClient, type ManagerLive, type ManagerRequest, Unavailable } from '@azulejo/sdk/manager';
import { createAnnouncements } from './announcements.ts';
import { createBringing } from './bringing.ts';
import { connectBroker } from './broker.ts';
import { type Commands, createCommands } from './commands.ts';
import { createConnection } from './connection.ts';
import type { Options } from './options.ts';
import { createTell, type Tell } from './tell.ts';
import { createThings, createTopics, type Things } from './things.ts';

const SECOND_MS = 1_000;

/** Connects the devices that announce themselves with a platform until it is closed. */
export async function startBridge(options: Options, manager: ManagerClient, live: ManagerLive, log: Log) {
  const base = await createBase({ options, manager, live, log });
  const { grants, channels, status, work, reports } = base;
  const things = createThings(manager.id);
  const topics = createTopics();
  const commands = createCommands((messages) => broker.publish(messages));
  const connection = createConnection(() => {
    if (things.all().length === 0)
      status.set({ problem: `No device announces itself below "${options.discoveryPrefix}".` });
    tell.all();
  });
  const tell = createTell({ channels, things, commands, reports, connection });
  const bring = createBringing({
    ...{ channels, things, topics, status },
    broker: () => broker,
    onDone: tell.all,
  });
  const announcements = createAnnouncements(options, {
    log,
    request: (messages) => broker.publish(messages),
    onChange: (devices) => work.run(() => bring(devices)),
  });
  const broker = connectBroker(options, {
    onState: (isConnected, reason) => {
      connection.set(isConnected);
      status.mqtt(isConnected, reason);
      tell.all();
    },
    onMessage: (topic, payload, isRetained) => {
      if (announcements.take(topic, payload)) return;
      for (const listener of topics.listeners(topic)) tell.hear(listener, payload, isRetained);
    },
  });
  const ends = [
    live.serve({ onWrite: writer({ channels, things, commands, tell }) }),
    ...follow(live, { grants, reports, status, log }),
  ];
  const timer = tickEvery(setSystemTimer, SECOND_MS, base.runIfIdle);

  return async (): Promise<void> => {
    timer[Symbol.dispose]();
    const parts = [announcements, connection, tell, status, work];
    for (const end of [...ends, ...parts.map(({ close }) => close)]) end();
    await broker.close();
  };
}

type Writing = {
  readonly channels: Channels;
  readonly things: Things;
  readonly commands: Commands;
  readonly tell: Tell;
};

/** Returns the function that carries out writes, and refuses those of devices that are not there. */
const writer =
  ({ channels, things, commands, tell }: Writing) =>
  ({ channel, component, property, data, signal }: ManagerRequest): Promise<unknown> => {
    const key = channels.byId(channel)?.key;
    const thing = key === undefined ? undefined : things.byKey(key);
    if (!thing) return Promise.reject(new Unavailable('disconnected'));
    const access = tell.accessOf(thing);
    if (access !== undefined && access !== 'ok') return Promise.reject(new Unavailable(access));
    return commands.write(thing, { component, property, data }, signal);
  };
