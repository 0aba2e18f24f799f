/**
 * Makes the package `@azulejo/sdk` and prints the path of its tarball. `--check` fails unless publint and
 * "Are the types wrong?" find nothing.
 * `npm run package:sdk [-- --to FOLDER] [--check]`
 */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { type RolldownOptions, rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { writeBuiltFiles } from '../built-files.ts';
import { answerHelp } from '../help.ts';
import { root } from '../root.ts';
import { npmPack, run } from './npm-pack.ts';

/** The entry points of `@azulejo/sdk`: sources, and the declarations that the compiler makes of them. */
const ENTRIES = { index: 'index', manager: 'manager/index', portal: 'portal/index' };

/** Syntax that every runtime of the package knows: Node 20 and the browsers of 2022. */
const TARGET = 'es2022';

type Manifest = Readonly<Record<string, unknown>> & { readonly version: string };

/**
 * Builds `@azulejo/sdk` as it is published into an empty folder: modules and declarations with everything of
 * this repository inside, and a manifest without workspaces. Inside the repository the sources are used.
 *
 * 1 compile the declarations, 2 bundle the modules, 3 bundle the declarations, 4 write the manifest
 */
async function buildSdk(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-b', 'sdk'], { cwd: root });
  const dist = join(folder, 'dist');
  await bundle(dist, {
    input: entries((name) => `sdk/src/${name}.ts`),
    resolve: { conditionNames: ['azulejo-source', 'import'] },
    transform: { target: TARGET },
  });
  await bundle(dist, {
    input: entries((name) => `sdk/dist/${name}.d.ts`),
    plugins: [dts({ dtsInput: true, generator: 'oxc' })],
  });
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await publishedManifest(), null, 2)}\n`);
  await cp(join(root, 'sdk/examples/node'), join(folder, 'examples'), { recursive: true });
  for (const name of ['README.md', 'LICENSE']) await copyFile(join(root, 'sdk', name), join(folder, name));
}

const entries = (pathOf: (name: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(ENTRIES).map(([entry, name]) => [entry, join(root, pathOf(name))]));

async function bundle(dir: string, options: RolldownOptions): Promise<void> {
  await using build = await rolldown({
    cwd: root,
    // Only programs that use live values load MQTT, and only managers Node's modules.
    external: ['mqtt', /^node:/],
    platform: 'neutral',
    checks: { pluginTimings: false },
    ...options,
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message);
    },
  });
  await build.write({ dir, format: 'es', chunkFileNames: '[name].js', minifyInternalExports: false });
}

/** Returns the manifest of the workspace without what only the repository needs. */
async function publishedManifest(): Promise<object> {
  const workspace = JSON.parse(await readFile(join(root, 'sdk/package.json'), 'utf8')) as Manifest;
  const { private: _private, devDependencies: _bundled, ...manifest } = workspace;
  const exported = (entry: string) => ({ types: `./dist/${entry}.d.ts`, default: `./dist/${entry}.js` });
  return {
    ...manifest,
    exports: {
      '.': exported('index'),
      './manager': exported('manager'),
      './portal': exported('portal'),
      './package.json': './package.json',
    },
    files: ['dist', 'examples'],
  };
}

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
