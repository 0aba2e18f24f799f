import type { Command } from 'commander';
import { wholeNumber } from '../options.ts';
import { onPlatform } from '../run.ts';
import { wait } from '../wait.ts';
import { findBridge } from './find-bridge.ts';

type Logs = typeof import('../../admin/bridges/index.ts');

const POLL_MS = 500;

const HELP = `
Each line is an event in JSON. At most a megabyte is stored, without secrets, and at most half of it is shown. With
--follow the command runs until Ctrl-C.`;

export function addLogs(group: Command): void {
  group
    .command('logs <bridge>')
    .description('Show the last lines that a bridge printed. BRIDGE is its id or its name.')
    .option('--lines <count>', 'how many lines', wholeNumber, 50)
    .option('--follow', 'continue with new lines as they are printed')
    .addHelpText('after', HELP)
    .action(
      onPlatform(
        async ({ features, config, isJson }, idOrName: string, options: { lines: number; follow?: true }) => {
          const { logPath, readFrom, readLog } = await import('../../admin/bridges/index.ts');
          const bridge = await findBridge(features.bridges, idOrName);
          const path = logPath(config.dataDir, bridge.id);
          const { to } = await readFrom(path, -1);
          const lines = await readLog(path, options.lines);
          if (!options.follow) {
            const data = isJson ? lines.map(toValue) : lines;
            return { data, text: lines.join('\n') || `${bridge.name} has printed nothing yet.` };
          }
          if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
          return follow((position) => readFrom(path, position), to);
        },
      ),
    );
}

/** Prints what is appended, until the process is ended. The file is replaced when it is full. */
async function follow(
  readFrom: (position: number) => ReturnType<Logs['readFrom']>,
  from: number,
): Promise<never> {
  for (let position = from; ; await wait(POLL_MS)) {
    const { text, from: start, to } = await readFrom(position);
    // It was replaced: the new one is read from its beginning.
    position = start < position ? 0 : to;
    process.stdout.write(text);
  }
}

function toValue(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
