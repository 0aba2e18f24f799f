import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateFiles } from './generate.ts';
import { paintAll } from './pictures/paint.ts';

const CATALOG = join(import.meta.dirname, '../../../catalog');

async function writeAll(files: ReadonlyMap<string, string | Buffer>): Promise<void> {
  for (const [path, content] of files) await writeFile(join(CATALOG, path), content);
}

async function removeOthers(folder: string, kept: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(join(CATALOG, folder))) {
    if (!kept.has(`${folder}/${name}`)) await rm(join(CATALOG, folder, name));
  }
}

async function outdated(files: ReadonlyMap<string, string>): Promise<string[]> {
  const checked = [...files].map(async ([path, content]) => {
    const stored = await readFile(join(CATALOG, path), 'utf8').catch(() => undefined);
    return stored === content ? [] : [path];
  });
  const stored = await readdir(join(CATALOG, 'templates'));
  const extra = stored.map((name) => `templates/${name}`).filter((path) => !files.has(path));
  return [...(await Promise.all(checked)).flat(), ...extra];
}

/**
 * Writes the catalogue. With `--check`, only lists the files that would change, and fails if there are any.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const { files, report } = generateFiles();
  if (values.check) {
    const stale = await outdated(files);
    process.stdout.write(
      stale.length === 0 ? 'The catalogue is current.\n' : `Stale:\n${stale.join('\n')}\n`,
    );
    process.exitCode = stale.length === 0 ? 0 : 1;
    return;
  }
  await mkdir(join(CATALOG, 'templates'), { recursive: true });
  await mkdir(join(CATALOG, 'pictures'), { recursive: true });
  const pictures = new Map([...(await paintAll())].map(([name, png]) => [`pictures/${name}`, png] as const));
  await writeAll(files);
  await writeAll(pictures);
  await removeOthers('templates', new Set(files.keys()));
  await removeOthers('pictures', new Set(pictures.keys()));
  process.stdout.write(report);
}

await main();
