/** Builds the pages of `web/` into the server: `npm run build:web`; after an install with `--if-changed`. */
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
/** Beside what was built: the digest of what it was built from. */
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
// Without development dependencies there is nothing to build with: a package comes with its pages.
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
