import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from './digest.ts';
import { root } from './root.ts';

const INPUTS = [
  'contract/src/**/*.ts',
  'contract/package.json',
  'tools/src/generate/**/*.ts',
  'tools/src/compact-json.ts',
  'tools/towns/towns.txt.br',
];
/** The digest of the inputs of the last run, and then the names of the files, one a line. */
const STAMP = join(root, 'sdk/src/api/.built-from');

/** Writes the generated files that are not in git, if one is missing or their sources have changed. */
export function writeBuiltFiles(): void {
  const now = digestOf(INPUTS, ['**/*.test.ts']);
  const [before, ...files] = existsSync(STAMP) ? readFileSync(STAMP, 'utf8').split('\n') : [];
  if (before === now && files.every((file) => existsSync(join(root, file)))) return;
  // In a process of its own, so that its memory is free again before the pages are built.
  const output = execFileSync(process.execPath, ['server/start.cjs', 'tools/src/generate.ts', '--built'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const written = [...output.matchAll(/^(\S+) (?:written|was current)$/gm)].map(([, file]) => file);
  writeFileSync(STAMP, [now, ...written].join('\n'));
}
