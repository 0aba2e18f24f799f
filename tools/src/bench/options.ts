import { parseArgs } from 'node:util';
import type { Pace } from './context.ts';

export type Options = {
  pace: Pace;
  /** The benches that run. */
  benches: readonly string[];
  json: boolean;
  help: boolean;
  postgresUrl: string | undefined;
};

/** Many short slices average out bursts of load by other processes. */
const FULL: Pace = { slices: 24, ms: 250, rounds: 15 };
const QUICK: Pace = { slices: 8, ms: 250, rounds: 5 };
/** The benches of the hot paths, which a quick run measures unless it is asked for another one. */
const QUICK_BENCHES = ['hot-reads', 'units-table', 'values', 'delivery'];

/** Parses the command line. Throws for an unknown option or bench. */
export function readOptions(args: readonly string[], benches: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      postgres: { type: 'string' },
    },
  });
  const { quick, only, json, help, postgres } = values;
  if (only !== undefined && !benches.includes(only)) {
    throw new Error(`There is no bench "${only}"; there are ${benches.join(', ')}.`);
  }
  return {
    pace: quick ? QUICK : FULL,
    benches: only !== undefined ? [only] : quick ? QUICK_BENCHES : benches,
    json,
    help,
    postgresUrl: postgres,
  };
}

export const helpText = (benches: Readonly<Record<string, string>>): string => `
npm run bench -- [options]

Measures a running platform against baselines that run beside it, and prints the
ratios. Rates depend on the machine; ratios hardly do. Nothing leaves this machine.

  --quick            hot-reads, units-table, values and delivery in fewer slices: two
                     minutes, rougher; with --only, that bench in fewer slices
  --only NAME        one bench
  --json             one JSON document instead of the table
  --postgres URL     on PostgreSQL: databases are made on that server, and dropped
  --help             this text

${Object.entries(benches)
  .map(([name, title]) => `  ${name.padEnd(16)} ${title}`)
  .join('\n')}
`;
