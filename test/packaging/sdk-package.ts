import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { marked } from 'marked';
import { run } from './install.ts';

export const checkout = join(import.meta.dirname, '..', '..');

/** Older Nodes that the SDK supports, and the bundler that programs use, as packages to fetch. */
const NODES = ['20', '22'];
const BUNDLER = 'esbuild@0.28.2';

/** Makes the package, and installs it alone in an empty folder. Returns the folder. */
export async function installSdk(place: string): Promise<{ home: string; tarball: string }> {
  const flags = ['--conditions=azulejo-source', '--disable-warning=ExperimentalWarning'];
  const script = join(checkout, 'tools/src/package/sdk.ts');
  const tarball = (await run(checkout, process.execPath, ...flags, script, '--to', place)).trim();
  const home = join(place, 'home');
  await mkdir(home);
  await writeFile(join(home, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await install(home, tarball);
  return { home, tarball };
}

const install = (folder: string, ...packages: readonly string[]) =>
  run(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--force', ...packages);

/**
 * Fetches the older Nodes and the bundler into a folder. Returns the commands by version, or why they cannot
 * be fetched.
 */
export async function fetchTools(folder: string): Promise<Map<string, string> | string> {
  if (platform() !== 'linux' || !['x64', 'arm64'].includes(arch()))
    return `npm has no other Node for ${platform()} ${arch()}`;
  await mkdir(folder);
  const nodes = NODES.map((version) => `node${version}@npm:node-linux-${arch()}@${version}`);
  try {
    await install(folder, BUNDLER, ...nodes);
  } catch {
    return 'the package registry cannot be reached';
  }
  const commands = new Map([['esbuild', join(folder, 'node_modules/.bin/esbuild')]]);
  for (const version of NODES) {
    const node = join(folder, 'node_modules', `node${version}`, 'bin/node');
    const said = spawnSync(node, ['--version'], { encoding: 'utf8' });
    if (!said.stdout?.startsWith(`v${version}.`)) return `Node ${version} does not run here`;
    commands.set(version, node);
  }
  return commands.set('24', process.execPath);
}

/** Returns the first program in a README. */
export function firstProgram(readme: string): string {
  const [code = ''] = marked
    .lexer(readme)
    .flatMap((token) => (token.type === 'code' && token['lang'] === 'ts' ? [String(token['text'])] : []));
  return code;
}

/** Writes a TypeScript program as JavaScript, which Node 20 runs too. */
export const writeProgram = (file: string, code: string): Promise<void> =>
  writeFile(file, stripTypeScriptTypes(code));
