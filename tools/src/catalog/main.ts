import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCompressed, writeCompressed } from './compressed.ts';
import { type Generated, generateFiles } from './generate.ts';
import { paintAll } from './pictures/paint.ts';

const CATALOG = join(import.meta.dirname, '../../../catalog');
const MODELS = 'definitions/models.json.br';

async function removeOthers(folder: string, kept: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(join(CATALOG, folder))) {
    if (!kept.has(`${folder}/${name}`)) await rm(join(CATALOG, folder, name));
  }
}

/** Returns the files that would change. */
async function findStale({ files, models }: Generated): Promise<string[]> {
  const texts = [...files].map(async ([path, content]) => {
    const stored = await readFile(join(CATALOG, path), 'utf8').catch(() => undefined);
    return stored === content ? [] : [path];
  });
  const isCurrent = (await readCompressed(MODELS)) === JSON.stringify(models);
  return [...(await Promise.all(texts)).flat(), ...(isCurrent ? [] : [MODELS])];
}

async function write({ files, models, report }: Generated, stale: readonly string[]): Promise<void> {
  for (const [path, content] of files) await writeFile(join(CATALOG, path), content);
  if (stale.includes(MODELS)) await writeCompressed(MODELS, models);
  await mkdir(join(CATALOG, 'pictures'), { recursive: true });
  const pictures = new Map([...(await paintAll())].map(([name, png]) => [`pictures/${name}`, png] as const));
  for (const [path, content] of pictures) await writeFile(join(CATALOG, path), content);
  await removeOthers('pictures', new Set(pictures.keys()));
  process.stdout.write(report);
}

/**
 * Writes the catalogue. With `--check`, only lists the files that would change, and fails if there are any.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const generated = await generateFiles();
  const stale = await findStale(generated);
  if (!values.check) return write(generated, stale);
  process.stdout.write(stale.length === 0 ? 'The catalogue is current.\n' : `Stale:\n${stale.join('\n')}\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
}

await main();
