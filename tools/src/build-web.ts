/**
 * Builds the pages of `web/` into the server: `npm run build:web`. Runs after an install with `--if-changed`.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

const INPUTS = [
  'web/{*.html,*.json,*.ts}',
  'web/{build,public,src}/**/*.*',
  '{contract,sdk,units}/src/**/*.ts',
  'package-lock.json',
];
/** The file with the digest of the inputs of the last build. */
const STAMP = join(root, 'server/web/.built-from');

function digest(): string {
  const hash = createHash('sha256');
  for (const name of globSync(INPUTS, { cwd: root }).toSorted())
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(root, name)));
  return hash.digest('hex');
}

async function build(): Promise<void> {
  const { build } = await import('vite');
  await build({ root: join(root, 'web'), configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' });
}

const isWanted = process.argv.includes('--if-changed');
// Without development dependencies, pages cannot be built; a published package includes them.
const canBuild = existsSync(join(root, 'node_modules/vite'));
const now = digest();
const isCurrent = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now;
if (!canBuild) process.stdout.write('The pages are not built: vite is not installed.\n');
else if (isWanted && isCurrent) process.stdout.write('The pages are current.\n');
else {
  await build();
  writeFileSync(STAMP, now);
  process.stdout.write('The pages were built.\n');
}
