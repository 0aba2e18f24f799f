import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { natsServer, startNats } from '@azulejo/server/testing';
import type { Place } from '@azulejo/storage/testing';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import { freePorts } from '../support/free-port.ts';
import { placeBeside } from '../support/other-server.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { startTcpRelay, type TcpRelay } from '../support/tcp-relay.ts';

const SERVERS = 3;
/** The clocks of the machines of the first two servers are ten minutes ahead, and ten minutes back. */
const CLOCK_OFFSETS = [600_000, -600_000, 0];

export type Bus = 'nats' | 'postgres';
/** The kinds of bus that can be tried on this machine. */
export const buses: readonly Bus[] = natsServer === undefined ? ['postgres'] : ['nats', 'postgres'];

/** A server of a cluster, in a process of its own, which reaches the database through a relay. */
export type Member = {
  readonly name: string;
  readonly database: TcpRelay;
  /** Says how the server ended by itself and what it printed, if it did. */
  ended(): string | undefined;
  process(): ServerProcess;
  /** Starts it again, with the command of another version if one is given. */
  start(command?: readonly string[]): Promise<void>;
  /** Stops it as an operator does. */
  stop(): Promise<void>;
  kill(): Promise<void>;
};

/** Three servers of one database behind a balancer. */
export type Cluster = AsyncDisposable &
  Pick<Balancer, 'url' | 'mqttPort'> & {
    readonly members: readonly Member[];
    /** The relay through which all servers reach NATS, since their settings must be equal. */
    readonly bus: TcpRelay | undefined;
    /** Says what may explain a failure: servers that ended by themselves, and whom the balancer took for dead. */
    describe(): string;
  };

export async function startCluster(
  place: Place,
  bus: Bus,
  environment: Readonly<Record<string, string>>,
): Promise<Cluster> {
  await using opened = new AsyncDisposableStack();
  const nats = bus === 'nats' ? await startNats() : undefined;
  if (nats) opened.defer(() => nats.stop());
  const relay = nats && opened.use(await startTcpRelay({ host: '127.0.0.1', port: nats.port }));
  const busUrl = nats && relay && nats.url.replace(String(nats.port), String(relay.port));
  const members: Member[] = [];
  const ports: number[][] = [];
  for (let index = 0; index < SERVERS; index += 1) {
    const own = await freePorts(3);
    const options = { place, environment, ports: own, busUrl, offset: CLOCK_OFFSETS[index] ?? 0 };
    const member = await createMember(opened, `server ${index + 1}`, options);
    opened.defer(async () => void (await member.process().kill()));
    ports.push(own);
    members.push(member);
  }
  const balanced = ports.map(([http = 0, mqtt = 0]) => ({ http, mqtt }));
  const { url, mqttPort, lines } = opened.use(await startBalancer(place.dataDir, balanced));
  const resources = opened.move();
  return {
    url,
    mqttPort,
    members,
    bus: relay,
    describe: () => [...members.flatMap((member) => member.ended() ?? []), ...lines].join('\n'),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

type MemberOptions = {
  place: Place;
  environment: Readonly<Record<string, string>>;
  ports: readonly number[];
  busUrl: string | undefined;
  offset: number;
};

async function createMember(
  opened: AsyncDisposableStack,
  name: string,
  { place, environment, ports, busUrl, offset }: MemberOptions,
): Promise<Member> {
  const databaseUrl = new URL(place.databaseUrl ?? '');
  const to = { host: databaseUrl.hostname, port: Number(databaseUrl.port || 5432) };
  const database = opened.use(await startTcpRelay(to));
  databaseUrl.host = `127.0.0.1:${database.port}`;
  const beside = await placeBeside(place);
  await mkdir(join(place.dataDir, 'uploads'), { recursive: true });
  let output = '';
  const start = (command?: readonly string[]) =>
    startServerProcess({
      ...(command === undefined ? {} : { command }),
      onOutput: (text) => {
        output = (output + text).slice(-4_000);
      },
      dataDir: beside.place.dataDir,
      ports,
      environment: {
        ...beside.environment,
        DATABASE_URL: databaseUrl.href,
        ...(busUrl === undefined ? {} : { BUS_URL: busUrl }),
        SERVER_NAME: name.replace(' ', '-'),
        LOG_LEVEL: 'fatal',
        AZULEJO_TEST_CLOCK_OFFSET: String(offset),
        NODE_OPTIONS: `--import=${import.meta.resolve('../support/clock-offset.ts')}`,
        ...environment,
      },
    });
  let running = await start();
  return {
    name,
    database,
    process: () => running,
    ended() {
      const by = running.endedBy();
      return by && `${name} ended by itself (${by}): ${output}`;
    },
    async start(command) {
      running = await start(command);
    },
    stop: async () => void (await running.stop()),
    kill: () => running.kill(),
  };
}
