import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../../config/config.ts';
import { type FaultName, faultNames } from '../../connections/virtual-devices/index.ts';
import { duration, faultList, wholeNumber } from '../options.ts';
import { createProgress, type Progress } from '../progress.ts';
import { type Answer, onConfig, type Settings } from '../run.ts';
import { onFirstSignal } from '../signals.ts';
import { castFromFile, castHere, type Order, removeHere, templateHere } from '../simulate/cast.ts';
import { printRun } from '../simulate/print.ts';
import { actsIn, createScripts } from '../simulate/script.ts';
import type { Part } from '../simulate/stage.ts';
import { createStatistics, summaryText } from '../simulate/statistics.ts';

type Options = Omit<Order, 'user' | 'application'> & {
  user?: string;
  application?: string;
  faults: readonly FaultName[];
  speed: number;
  ramp: number;
  duration?: number;
  server?: string;
  broker?: string;
  credentials?: string;
  print?: true;
  remove?: true;
};

const MAX_DEVICES = 10_000;
/** Duration of `--print`, which would otherwise never end. */
const PRINTED_SECONDS = 3600;

const HELP = `
Creates devices in a user's home (the demo user's by default), or reuses those of an earlier run with the same
seed, and connects each of them to the running server over MQTT, like real devices. The same template, seed,
count, faults and duration give the same run: each device sends the same messages in the same order, unless
someone writes to it. Ctrl-C stops it gracefully and prints a summary.

The faults late, lost, duplicate, out-of-order and offline occur at random; silent (never answers), refusing
(answers every write with an access message) and away (never connects) are permanent.

For a remote server: create the devices there, save the output of \`azulejo device create --json\` in a file as
an array, and pass the file with --credentials.

Examples:
  $ azulejo simulate --template 0f5a3c1e-… --count 50
  $ azulejo simulate --template 0f5a3c1e-… --count 1000 --seed 7 --speed 60 --duration 1h --json
  $ azulejo simulate --template 0f5a3c1e-… --count 20 --faults late,lost,offline
  $ azulejo simulate --template 0f5a3c1e-… --seed 7 --duration 1d --print
  $ azulejo simulate --template 0f5a3c1e-… --credentials devices.json --server https://casa.example`;

export function addSimulate(program: Command): void {
  program
    .command('simulate')
    .description('Simulate any number of devices of one kind against a running server, over MQTT.')
    .requiredOption('--template <id>', 'template id from `azulejo template list`')
    .option('--count <n>', `number of devices, up to ${MAX_DEVICES}`, count, 1)
    .option('--user <user>', 'user whose home they are in: id or e-mail (default: the demo’s user)')
    .option('--application <application>', 'application of the user, if several have this e-mail')
    .option('--seed <n>', 'seed of the simulation', wholeNumber, 1)
    .option('--faults <names>', `${faultNames.join(', ')}; comma-separated`, faultList, [])
    .option('--speed <factor>', 'simulation speed relative to real time', factor, 1)
    .option('--ramp <n>', 'new connections per second', count, 100)
    .option('--duration <duration>', 'in simulated time, e.g. 10m (default: until Ctrl-C)', duration)
    .option('--server <url>', 'HTTP address of the server (default: from the settings)')
    .option(
      '--broker <url>',
      'MQTT address (default: plain MQTT on this machine, or the one that --server returns)',
    )
    .option('--credentials <file>', 'JSON file with existing devices; the database is not opened')
    .option('--print', 'print the messages to stdout instead of connecting')
    .option('--remove', 'remove the devices that were created with this seed')
    .addHelpText('after', HELP)
    .action(onConfig(simulate));
}

async function simulate({ config, isJson, ca }: Settings, options: Options): Promise<Answer> {
  const progress = createProgress({ isQuiet: isJson });
  const order: Order = { user: undefined, application: undefined, ...options };
  if (options.remove) {
    const removed = await removeHere(config, order);
    return {
      data: { removed },
      text: removed === 1 ? '1 device was removed.' : `${removed} devices were removed.`,
    };
  }
  if (options.print) {
    const scriptOf = await createScripts(await templateHere(config, options.template), options);
    const scripts = Array.from({ length: options.count }, (_, index) => scriptOf(index));
    return printRun(scripts, actsIn(options.duration ?? PRINTED_SECONDS));
  }
  const { template, devices } =
    options.credentials === undefined
      ? await castHere(config, order, progress)
      : await castFromFile(options.credentials, order);
  const scriptOf = await createScripts(template, options);
  const parts = devices.map((device, index) => ({ ...device, script: scriptOf(index) }));
  return perform(config, { ...options, ca }, parts, progress);
}

async function perform(
  config: Config,
  options: Options & { ca: string | undefined },
  parts: readonly Part[],
  progress: Progress,
): Promise<Answer> {
  const stopping = new AbortController();
  using _signals = onFirstSignal(() => stopping.abort());
  const statistics = createStatistics(parts.length);
  const { server = config.urls.auth, speed, ramp, duration: seconds } = options;
  // Imported here, because the MQTT client is 150 modules that no other command needs.
  const { run } = await import('../simulate/run.ts');
  await run(parts, {
    server: server.replace(/\/+$/, ''),
    broker: options.broker ?? (options.server === undefined ? plainBroker(config) : undefined),
    ca: options.ca === undefined ? undefined : await readFile(options.ca),
    speed,
    ramp,
    acts: seconds === undefined ? undefined : actsIn(seconds),
    stop: stopping.signal,
    statistics,
    progress,
  });
  const summary = statistics.summary();
  return { data: summary, text: summaryText(summary), hasFailed: summary.most_connected === 0 };
}

/** Returns the address of MQTT without TLS, if this machine offers it. */
const plainBroker = ({ mqtt: { port } }: Config): string | undefined =>
  port === undefined ? undefined : `mqtt://127.0.0.1:${port}`;

function count(text: string): number {
  const number = wholeNumber(text);
  if (number < 1 || number > MAX_DEVICES)
    throw new InvalidArgumentError(`It must be from 1 to ${MAX_DEVICES}.`);
  return number;
}

function factor(text: string): number {
  const number = Number(text);
  if (!(number > 0 && number <= 100_000)) throw new InvalidArgumentError('It must be a number above 0.');
  return number;
}
