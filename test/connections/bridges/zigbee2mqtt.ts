import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePorts } from '../../support/free-port.ts';
import { lacks, type Program, startProgram } from '../../support/programs.ts';

/** The published program, unmodified. It has another licence (GPL-3.0), so it is no dependency of ours. */
const VERSION = '2.14.1';
const CACHE = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
const FOLDER = join(CACHE, 'azulejo-test', `zigbee2mqtt-${VERSION}`);
const MAIN = join(FOLDER, 'node_modules', 'zigbee2mqtt', 'index.js');
const COORDINATOR = { ieeeAddr: '0x00124b00deadbeef', nwkAddr: 0 };

export type SimulatedDevice = {
  readonly ieeeAddr: string;
  readonly nwkAddr: number;
  readonly type: 'Router' | 'EndDevice' | 'GreenPower';
  readonly modelId: string;
  /** A device of Green Power says neither. */
  readonly manufName?: string;
  readonly powerSource?: string;
  /** The clusters in which it reports under load. */
  readonly reports?: readonly string[];
  readonly endpoints: readonly {
    id: number;
    deviceId: number;
    in: readonly number[];
    out: readonly number[];
  }[];
};

/** Commands of the simulated radio (sim-radio.cjs). */
export type RadioCommand = { readonly do: string; readonly ieeeAddr?: string } & Readonly<
  Record<string, unknown>
>;

export type Zigbee2Mqtt = AsyncDisposable & {
  readonly dataDir: string;
  /** What it printed so far. */
  readonly lines: readonly string[];
  radio(command: RadioCommand): Promise<void>;
  /** Ends it by SIGKILL. */
  kill(): Promise<void>;
  /** Stops it, and returns what it stored of each device, by address. */
  stop(): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>>;
};

/** Returns why tests with an MQTT server are skipped, or false. */
export const lacksMosquitto = (): string | false =>
  spawnSync('mosquitto', ['-h'], { stdio: 'ignore' }).error ? 'Mosquitto is not installed' : false;

/** Returns why these tests are skipped, or false. Installs Zigbee2MQTT at the first call on this machine. */
export function lacksZigbee2Mqtt(): string | false {
  const mosquitto = lacksMosquitto();
  if (mosquitto) return mosquitto;
  if (existsSync(MAIN)) return false;
  const npm = lacks('npm', 'npm', ['--version']);
  if (npm) return npm;
  const parent = dirname(FOLDER);
  spawnSync('mkdir', ['-p', parent]);
  // It is created next to its place and moved when complete: other test processes may install it as well.
  const fresh = mkdtempSync(join(parent, 'installing-'));
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', fresh];
  const { status } = spawnSync('npm', ['install', ...flags, `zigbee2mqtt@${VERSION}`], { stdio: 'ignore' });
  if (status === 0 && !existsSync(FOLDER)) renameSync(fresh, FOLDER);
  else rmSync(fresh, { recursive: true, force: true });
  return existsSync(MAIN) ? false : 'Zigbee2MQTT could not be installed from npm';
}

/** Returns devices of different models, always the same for a seed, and those of Green Power if wanted. */
export function newNetwork(seed: number, count: number, others?: 'green-power'): SimulatedDevice[] {
  const file = join(mkdtempSync(join(tmpdir(), 'azulejo-network-')), 'network.json');
  const script = join(import.meta.dirname, 'sim-network.cjs');
  const args = [script, FOLDER, String(seed), String(count), file, ...(others ? [others] : [])];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The network was not made: ${stderr}`);
  return JSON.parse(readFileSync(file, 'utf8')) as SimulatedDevice[];
}

/** Starts an MQTT server with the settings of many homes. */
export async function startMosquitto(port: number): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-mosquitto-'));
  const file = join(folder, 'mosquitto.conf');
  writeFileSync(
    file,
    `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nmax_queued_messages 10000\n`,
  );
  const program = startProgram('mosquitto', ['-c', file]);
  await program.line(/mosquitto version .* running/);
  return program;
}

const endpointRecord = ({ id, deviceId, in: inputs, out }: SimulatedDevice['endpoints'][number]) => ({
  profId: 260,
  epId: id,
  devId: deviceId,
  inClusterList: inputs,
  outClusterList: out,
  clusters: {},
  binds: [],
  configuredReportings: [],
  meta: {},
});

/** Returns a line for each device that was interviewed before, as the program stores them. */
function database(devices: readonly SimulatedDevice[]): string {
  const coordinator = {
    ...COORDINATOR,
    type: 'Coordinator',
    endpoints: [{ id: 1, deviceId: 5, in: [0], out: [] }],
  };
  const records = [coordinator, ...devices].map(({ endpoints, ...device }, index) => ({
    ...device,
    id: index + 1,
    manufId: 0x1037,
    epList: endpoints.map(({ id }) => id),
    endpoints: Object.fromEntries(endpoints.map((each) => [each.id, endpointRecord(each)])),
    interviewCompleted: true,
    interviewState: 'SUCCESSFUL',
    lastSeen: Date.now(),
    meta: {},
  }));
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

export type Settings = {
  readonly mqttPort: number;
  /** The devices of the network. */
  readonly devices: readonly SimulatedDevice[];
  /** Devices that never joined; the others were interviewed before. */
  readonly strangers?: readonly SimulatedDevice[];
  readonly names?: Readonly<Record<string, string>>;
  readonly baseTopic?: string;
  readonly output?: 'json' | 'attribute';
  /** Whether it notices devices that are gone; within a second when `quick`. */
  readonly availability?: boolean | 'quick';
  /** The folder of an instance that was killed. */
  readonly dataDir?: string;
};

/** A device that does not answer a ping is gone after a second, not after ten minutes. */
const QUICK = { availability: { timeout: 0.01, max_jitter: 0, backoff: false } };

/** Returns the configuration as JSON, which is valid YAML. */
const configuration = ({
  mqttPort,
  devices,
  names = {},
  baseTopic = 'zigbee2mqtt',
  output = 'json',
  availability = true,
}: Settings) =>
  JSON.stringify({
    version: 5,
    mqtt: { server: `mqtt://127.0.0.1:${mqttPort}`, base_topic: baseTopic },
    serial: { port: '/dev/null', adapter: 'zstack' },
    frontend: { enabled: false },
    homeassistant: { enabled: false },
    availability: { enabled: availability !== false },
    advanced: {
      log_output: ['console'],
      output,
      network_key: Array.from({ length: 16 }, (_, index) => index + 1),
      pan_id: 6754,
      ext_pan_id: Array.from({ length: 8 }, () => 221),
    },
    devices: Object.fromEntries(
      devices.map(({ ieeeAddr }) => [
        ieeeAddr,
        { friendly_name: names[ieeeAddr] ?? ieeeAddr, ...(availability === 'quick' && QUICK) },
      ]),
    ),
  });

/** Starts it with a simulated radio, and waits until it serves. */
export async function startZigbee2Mqtt(settings: Settings): Promise<Zigbee2Mqtt> {
  const { devices, strangers = [] } = settings;
  const dataDir = settings.dataDir ?? (await mkdtemp(join(tmpdir(), 'azulejo-zigbee2mqtt-')));
  await mkdir(dataDir, { recursive: true });
  const network = join(dataDir, 'sim-network.json');
  if (settings.dataDir === undefined) {
    writeFileSync(network, JSON.stringify([...devices, ...strangers]));
    writeFileSync(join(dataDir, 'database.db'), database(devices));
    writeFileSync(join(dataDir, 'configuration.yaml'), configuration(settings));
  }
  const [port = 0] = await freePorts(1);
  const child = spawn(process.execPath, ['--require', join(import.meta.dirname, 'sim-radio.cjs'), MAIN], {
    env: {
      PATH: process.env['PATH'],
      ZIGBEE2MQTT_DATA: dataDir,
      Z2M_ONBOARD_NO_SERVER: '1',
      SIM_NETWORK: network,
      SIM_PORT: String(port),
    },
    // In a Git repository it believes to be its sources, and builds itself.
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  const started = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      if (line.includes('Zigbee2MQTT started!')) started.resolve();
    });
  const ended = exited.then(() => Promise.reject(new Error(`Zigbee2MQTT ended:\n${lines.join('\n')}`)));
  await Promise.race([started.promise, ended]);
  ended.catch(() => {});
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return {
    dataDir,
    lines,
    radio: (command) => commandRadio(port, command),
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM');
      return JSON.parse(readFileSync(join(dataDir, 'state.json'), 'utf8'));
    },
    [Symbol.asyncDispose]: () => end('SIGKILL'),
  };
}

async function commandRadio(port: number, command: RadioCommand): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${JSON.stringify(command)}\n`);
  for await (const line of createInterface(socket)) {
    socket.destroy();
    const { error } = JSON.parse(line) as { error?: string };
    if (error) throw new Error(`The radio refused ${command.do}: ${error}`);
    return;
  }
  throw new Error(`The radio ended before it answered ${command.do}`);
}
