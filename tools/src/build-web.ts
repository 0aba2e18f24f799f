/**
 * Builds the pages of `web/` into the server: `npm run build:web`. Runs after an install with `--if-changed`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBuiltFiles } from './built-files.ts';
import { digestOf } from './digest.ts';
import { answerHelp } from './help.ts';
import { root } from './root.ts';

answerHelp(`
Usage: npm run build:web [-- --if-changed]

Builds the pages of web/ and the guides of docs/ into the server.

  --if-changed   only when their sources changed since the last build
`);

const INPUTS = [
  'web/{*.html,*.json,*.ts}',
  'web/{build,public,src}/**/*.*',
  '{automations,contract,model,sdk,units}/src/**/*.ts',
  '{automations,model}/languages/*.po',
  'package-lock.json',
];
/** Component tests and their support, which no page loads. */
const TEST_CODE = ['web/vitest.config.ts', 'web/src/**/*.test.*', 'web/src/**/testing/**'];
/** The file with the digest of the inputs of the last build. */
const STAMP = join(root, 'server/web/.built-from');

async function build(): Promise<void> {
  const { build } = await import('vite');
  await build({
    root: join(root, 'web'),
    configFile: join(root, 'web/vite.config.ts'),
    // Node finds the sources of the workspaces, which are not compiled at install; Vite's own loader does not.
    configLoader: 'native',
    logLevel: 'warn',
  });
}

const isWanted = process.argv.includes('--if-changed');
// Without development dependencies, pages cannot be built; a published package includes them.
const canBuild = existsSync(join(root, 'node_modules/vite'));
// The pages load the SDK's generated sources.
writeBuiltFiles();
const now = digestOf(INPUTS, TEST_CODE);
const isCurrent = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now;
if (!canBuild && !isCurrent)
  process.stdout.write(
    'Home and Portal are not built, which takes the development dependencies: run npm ci.\n',
  );
else if ((isWanted || !canBuild) && isCurrent) process.stdout.write('The pages are current.\n');
else {
  await build();
  writeFileSync(STAMP, now);
  process.stdout.write('The pages were built.\n');
}
// The build of the pages empties its folder. Guides take less time than finding out whether one has changed.
if (canBuild) (await import('./build-guides.ts')).writeGuides();
