/**
 * Makes the package `@azulejo/sdk` and prints the path of its tarball. `--check` fails unless publint and
 * "Are the types wrong?" find nothing.
 * `npm run package:sdk [-- --to FOLDER] [--check]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { writeBuiltFiles } from '../built-files.ts';
import { answerHelp } from '../help.ts';
import { root } from '../root.ts';
import { buildSdk } from './build-sdk.ts';
import { npmPack, run } from './npm-pack.ts';

answerHelp(`
Usage: npm run package:sdk [-- --to FOLDER] [--check]

Makes the package @azulejo/sdk, a tarball for npm install, and prints its path.

  --to FOLDER   where to write it (default: the checkout)
  --check       fail unless publint and "Are the types wrong?" find nothing
`);

/** It includes a compiler of 25 MB, so it is fetched only for the check. */
const ARE_THE_TYPES_WRONG = '@arethetypeswrong/cli@0.18.5';

/** Throws when a tool finds something that programs could stumble over. */
async function check(folder: string, tarball: string): Promise<void> {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true });
  if (messages.length > 0)
    throw new Error(messages.map((each) => formatMessage(each, pkg) ?? each.code).join('\n'));
  // The package has ES modules only: every Node that it supports can also `require` or `import()` them.
  run(folder, 'npx', '--yes', ARE_THE_TYPES_WRONG, tarball, '--profile', 'esm-only');
}

const { values } = parseArgs({
  options: { to: { type: 'string', default: root }, check: { type: 'boolean', default: false } },
});
const folder = mkdtempSync(join(tmpdir(), 'azulejo-sdk-'));
try {
  writeBuiltFiles();
  await buildSdk(folder);
  const tarball = npmPack(folder, values.to);
  if (values.check) await check(folder, tarball);
  process.stdout.write(`${tarball}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
