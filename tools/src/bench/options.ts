import { parseArgs } from 'node:util';
import type { Pace } from './context.ts';

export type Options = {
  pace: Pace;
  only: string | undefined;
  json: boolean;
  help: boolean;
  postgresUrl: string | undefined;
};

/** Many short rounds average out bursts of load by other processes. */
const FULL: Pace = { rounds: 15, ms: 450 };
const QUICK: Pace = { rounds: 5, ms: 200 };

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
  return { pace: quick ? QUICK : FULL, only, json, help, postgresUrl: postgres };
}

export const helpText = (benches: Readonly<Record<string, string>>): string => `
npm run bench -- [options]

Measures a running platform against baselines that run beside it, and prints the
ratios. Rates depend on the machine; ratios hardly do. Nothing leaves this machine,
except that sdk-types fetches packages.

  --quick            fewer and shorter rounds: ten minutes, rougher
  --only NAME        one bench
  --json             one JSON document instead of the table
  --postgres URL     on PostgreSQL: databases are made on that server, and dropped
  --help             this text

${Object.entries(benches)
  .map(([name, title]) => `  ${name.padEnd(16)} ${title}`)
  .join('\n')}
`;
