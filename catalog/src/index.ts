import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoHome } from './demo-home.ts';

export type { Outline } from '@azulejo/devices';
export {
  AWAY,
  PLACE_CONTROL,
  PLACE_PROPERTY,
  platformPropertyIds,
  SCENE_CONTROL,
  SCENE_PROPERTY,
} from './context-rules.ts';
export { contextTemplate, locationPropertyIds } from './context-template.ts';
export { DemoHome } from './demo-home.ts';
export {
  type CatalogModel,
  type CatalogModels,
  expandTemplate,
  expandTemplates,
  findModel,
  loadModels,
  loadOutlines,
  loadTemplates,
} from './models.ts';
export {
  readExposes,
  readModels,
  type StoredExposes,
  type StoredModel,
  type StoredModels,
} from './stored.ts';

/** The package’s folder, one above this file both in `src` and in `dist`. */
const PACKAGE = join(import.meta.dirname, '..');

/** The folder with the PNG files of templates, `user.png` and `background.png`. */
export const picturesFolder = join(PACKAGE, 'pictures');

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(join(PACKAGE, path), 'utf8'));
}

const namesIn = async (folder: string) =>
  (await readdir(join(PACKAGE, folder))).filter((name) => name.endsWith('.json')).toSorted();

/** Reads the JSON files of a folder, sorted by name. The names have no extension. */
async function readFolder<T>(folder: string): Promise<[name: string, content: T][]> {
  const names = await namesIn(folder);
  return Promise.all(
    names.map(async (name): Promise<[string, T]> => [name.slice(0, -5), await readJson(`${folder}/${name}`)]),
  );
}

/** Returns a SHA-256 over all templates, including the context template, as the generator computed it. */
export const readDigest = async (): Promise<string> =>
  (await readFile(join(PACKAGE, 'definitions/digest'), 'utf8')).trim();

type ValueSchemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** They are read once in a process, of which several parts need them. */
let schemas: Promise<ValueSchemas> | undefined;

/**
 * Returns the JSON Schemas (draft 2020-12) of values, by name. They have no `$id`;
 * the server adds its address.
 */
export function loadSchemas(): Promise<ValueSchemas> {
  schemas ??= readFolder<Record<string, unknown>>('schemas').then((list) => Object.fromEntries(list));
  return schemas;
}

/** Returns the demo home. Its templates are ids of `loadTemplates`. */
export function loadDemoHome(): Promise<DemoHome> {
  return readJson('demo-home.json');
}
