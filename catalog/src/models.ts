import type { ChannelTemplate } from '@azulejo/contract';
import { fromExposes, nameOf, type Outline, outlineOf, templateOf } from '@azulejo/devices';
import { readExposes, readModels, type StoredExposes, type StoredModel } from './stored.ts';

/** A model of a device in the catalogue. */
export interface CatalogModel extends StoredModel {
  readonly name: string;
}

export interface CatalogModels {
  /** The package that describes the models. */
  readonly source: { readonly name: string; readonly version: string };
  /** Sorted by vendor and model. */
  readonly models: readonly CatalogModel[];
  /** Positions in the list, by template id. */
  readonly positions: ReadonlyMap<string, number>;
}

let models: Promise<CatalogModels> | undefined;
/** These are some megabytes that only expanding templates needs, so the garbage collector may free them. */
let exposes: WeakRef<StoredExposes> | undefined;

async function makeModels(): Promise<CatalogModels> {
  const { source, models: stored } = await readModels();
  const made = stored.map((each) => ({ ...each, name: nameOf(each) }));
  return { source, models: made, positions: new Map(made.map(({ id }, position) => [id, position])) };
}

/** Returns all models, without their templates. They are read at the first call and stay in memory. */
export function loadModels(): Promise<CatalogModels> {
  models ??= makeModels();
  return models;
}

async function loadExposes(): Promise<StoredExposes> {
  const known = exposes?.deref();
  if (known) return known;
  const read = await readExposes();
  exposes = new WeakRef(read);
  return read;
}

/** Returns the channel templates with these ids, in their order. Ids of no model are left out. */
export async function expandTemplates(ids: readonly string[]): Promise<ChannelTemplate[]> {
  if (ids.length === 0) return [];
  const { source, models: all, positions } = await loadModels();
  const wanted = ids.flatMap((id) => positions.get(id) ?? []);
  if (wanted.length === 0) return [];
  const { exposes: table, ofModels } = await loadExposes();
  return wanted.flatMap((position) => {
    const model = all[position];
    const own = (ofModels[position] ?? []).flatMap((number) => table[number] ?? []);
    return model ? [templateOf({ ...model, features: fromExposes(own) }, source)] : [];
  });
}

/** Returns the model whose template has this id; undefined when there is none. */
export async function findModel(id: string): Promise<CatalogModel | undefined> {
  const { models: all, positions } = await loadModels();
  return all[positions.get(id) ?? -1];
}

/** Returns the models that people can add as virtual devices, by vendor and model. */
const offeredModels = async (): Promise<CatalogModel[]> =>
  (await loadModels()).models.filter(({ isOffered }) => isOffered);

/** Returns the outlines of the templates of `loadTemplates`, for lists: none of them is expanded. */
export const loadOutlines = async (): Promise<Outline[]> =>
  (await offeredModels()).map((each) => outlineOf(each.id, each));

/** Returns the channel template with this id; undefined when no model has it. */
export const expandTemplate = async (id: string): Promise<ChannelTemplate | undefined> =>
  (await expandTemplates([id]))[0];

/** Returns the templates of the models that people can add as virtual devices, by vendor and model. */
export const loadTemplates = async (): Promise<ChannelTemplate[]> =>
  expandTemplates((await offeredModels()).map(({ id }) => id));
