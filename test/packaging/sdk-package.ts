import { spawnSync } from 'node:child_process';
import { chown, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { marked } from 'marked';
import type { OtherAccount } from './other-account.ts';
import { packSdk } from './pack.ts';

export const checkout = join(import.meta.dirname, '..', '..');

/** Older Nodes that the SDK supports, and the bundler that programs use, as packages to fetch. */
const NODES = ['20', '22'];
const BUNDLER = 'esbuild@0.28.2';

/** Makes the package, and installs it as this account alone in an empty folder. Returns the folder. */
export async function installSdk(account: OtherAccount): Promise<{ home: string; tarball: string }> {
  const tarball = await packSdk(account.folder);
  const home = account.makeFolder('home');
  await writeFile(join(home, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  if (account.uid !== undefined) await chown(join(home, 'package.json'), account.uid, -1);
  await install(account, home, tarball);
  return { home, tarball };
}

async function install(account: OtherAccount, folder: string, ...packages: readonly string[]): Promise<void> {
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--force'];
  const { code, stderr } = await account.run(folder, 'npm', ['install', ...flags, ...packages]);
  if (code !== 0) throw new Error(`npm install ${packages.join(' ')} failed: ${stderr}`);
}

/**
 * Fetches the older Nodes and the bundler as this account. Returns the commands by version, or why they cannot be
 * fetched.
 */
export async function fetchTools(account: OtherAccount): Promise<Map<string, string> | string> {
  if (platform() !== 'linux' || !['x64', 'arm64'].includes(arch()))
    return `npm has no other Node for ${platform()} ${arch()}`;
  const folder = account.makeFolder('tools');
  const nodes = NODES.map((version) => `node${version}@npm:node-linux-${arch()}@${version}`);
  try {
    await install(account, folder, BUNDLER, ...nodes);
  } catch {
    return 'the package registry cannot be reached';
  }
  const commands = new Map([['esbuild', join(folder, 'node_modules/.bin/esbuild')]]);
  for (const version of NODES) {
    const node = join(folder, 'node_modules', `node${version}`, 'bin/node');
    const output = spawnSync(node, ['--version'], { encoding: 'utf8' });
    if (!output.stdout?.startsWith(`v${version}.`)) return `Node ${version} does not run here`;
    commands.set(version, node);
  }
  return commands.set('24', 'node');
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
