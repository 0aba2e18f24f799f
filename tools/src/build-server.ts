/**
 * Compiles the server of this checkout for `npm start`, if its sources changed since the last time: it takes less
 * memory than the sources. Where development dependencies are missing, `npm start` runs the sources.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBuiltFiles } from './built-files.ts';
import { digestOf } from './digest.ts';
import { answerHelp } from './help.ts';
import { root } from './root.ts';

answerHelp(`
Usage: node server/start.cjs tools/src/build-server.ts

Compiles the server of this checkout for npm start, if its sources changed.
`);

const INPUTS = [
  '{automations,broker,catalog,contract,devices,model,sdk,server,storage,units}/src/**/*.ts',
  'bridges/*/src/**/*.ts',
  'tools/src/{build-server.ts,package/bundle.ts}',
  'package-lock.json',
];
const TEST_CODE = ['**/*.test.ts', '**/*.long-test.ts'];
const FOLDER = join(root, 'server/compiled');
/** The file with the digest of the inputs. It is written last, so that a compilation cut short is repeated. */
const STAMP = join(FOLDER, '.built-from');
/** Files that the catalogue expects next to its compiled code. */
const OF_CATALOGUE = ['definitions', 'demo-home.json', 'pictures', 'schemas'];

async function build(): Promise<void> {
  const { bundle } = await import('./package/bundle.ts');
  mkdirSync(FOLDER);
  for (const name of OF_CATALOGUE) symlinkSync(join('../../catalog', name), join(FOLDER, name));
  await bundle(join(FOLDER, 'dist'), { isPackage: false });
}

// Bridges load the SDK's generated sources.
writeBuiltFiles();
const now = digestOf(INPUTS, TEST_CODE);
const isCurrent = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now;
if (!isCurrent) {
  rmSync(FOLDER, { recursive: true, force: true });
  if (existsSync(join(root, 'node_modules/rolldown'))) {
    await build();
    writeFileSync(STAMP, now);
    // Standard output has the log.
    process.stderr.write('The server was compiled.\n');
  }
}
