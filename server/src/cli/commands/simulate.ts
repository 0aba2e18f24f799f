import { type Command, InvalidArgumentError } from 'commander';
import { faultNames } from '../names.ts';
import { duration, faultList, wholeNumber } from '../options.ts';
import { onConfig } from '../run.ts';
import type { SimulateOptions } from '../simulate/simulate.ts';

const MAX_DEVICES = 10_000;

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
    .option(
      '--duration <duration>',
      'in simulated time, e.g. 10m (default: until Ctrl-C; with --print 1h)',
      duration,
    )
    .option('--server <url>', 'HTTP address of the server (default: from the settings)')
    .option(
      '--broker <url>',
      'MQTT address (default: plain MQTT on this machine, or the one that --server returns)',
    )
    .option('--credentials <file>', 'JSON file with existing devices; the database is not opened')
    .option('--print', 'print the messages to stdout instead of connecting')
    .option('--remove', 'remove the devices that were created with this seed')
    .addHelpText('after', HELP)
    .action(
      onConfig(async (settings, options: SimulateOptions) => {
        const { simulate } = await import('../simulate/simulate.ts');
        return simulate(settings, options);
      }),
    );
}

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
