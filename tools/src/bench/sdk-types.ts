import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../root.ts';
import type { Context } from './context.ts';
import type { Figure } from './report.ts';
import { alternate, summarize } from './rounds.ts';

/** A client of another platform of the same size, which has no schema library in its types. */
const OTHER = '@smartthings/core-sdk@8.5.3';

/** These are the smallest useful programs with each of them. */
const OURS = `
import { createClient, type Tile } from '@azulejo/sdk';
const client = createClient({ url: 'http://127.0.0.1:8480', clientId: '' });
const { tiles } = await client.tiles.list();
export const labels: string[] = tiles.map((tile: Tile) => tile.label);
`;
const THEIRS = `
import { BearerTokenAuthenticator, type Device, SmartThingsClient } from '@smartthings/core-sdk';
const client = new SmartThingsClient(new BearerTokenAuthenticator(''));
const devices = await client.devices.list();
export const labels: (string | undefined)[] = devices.map((device: Device) => device.label);
`;

const FLAGS = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom'];

/**
 * Measures the compiler on a small program with the packed SDK, declarations of libraries included, compared
 * with one for the other client. Packages are fetched; without a registry there is no figure.
 */
export async function sdkTypes({ pace }: Context): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-sdk-types-'));
  try {
    const script = join(root, 'tools/src/package/sdk.ts');
    const flags = ['--conditions=azulejo-source', '--disable-warning=ExperimentalWarning'];
    const tarball = await run(root, process.execPath, ...flags, script, '--to', folder);
    const ours = await program(folder, 'ours', OURS, tarball.trim());
    const theirs = await program(folder, 'theirs', THEIRS, OTHER);
    const pairs = await alternate(
      pace.rounds,
      () => check(ours),
      () => check(theirs),
    );
    return [
      {
        bench: 'sdk-types',
        name: 'type check of a small program',
        unit: 'ms',
        ...summarize(pairs, (ms) => ms),
        aim: { of: 'ratio', is: 'at most', value: 1.5 },
      },
    ];
  } catch (error) {
    if (!(error instanceof Error && 'stderr' in error && /npm error/.test(String(error.stderr)))) throw error;
    process.stderr.write('skipped, since packages cannot be fetched … ');
    return [];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(cwd: string, file: string, ...args: readonly string[]): Promise<string> {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  return (await promisify(execFile)(file, args, { cwd, env: { ...process.env, PATH } })).stdout;
}

async function program(folder: string, name: string, source: string, dependency: string): Promise<string> {
  const home = join(folder, name);
  await mkdir(home);
  await writeFile(join(home, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await writeFile(join(home, 'program.ts'), source);
  await run(home, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', dependency);
  return home;
}

/** Returns how long the compiler takes, in milliseconds. */
async function check(home: string): Promise<number> {
  const began = performance.now();
  await run(home, join(root, 'node_modules/.bin/tsc'), ...FLAGS, '--types', '', 'program.ts');
  return performance.now() - began;
}
