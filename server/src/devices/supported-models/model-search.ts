import { type CatalogModel, expandTemplate, findModel, loadModels, loadSchemas } from '@azulejo/catalog';
import type { ChannelTemplate, ModelFeature, SupportedModel, SupportedModelDetail } from '@azulejo/contract';
import { exampleValues, isReadable, isWritable } from '@azulejo/model';

type UrlOf = (picture: string) => string;
type Dependencies = { picture: UrlOf; thumbnail: UrlOf };

export type ModelQuery = { text: string; kind: string | undefined; start: number; size: number };

export type ModelSearch = ReturnType<typeof createModelSearch>;

/** The maximum number of words of a search. More words than a name has would only make it slow. */
const MAX_WORDS = 10;

type Entry = { readonly model: CatalogModel; readonly names: readonly string[]; readonly text: string };

const ASCII = /^[\x20-\x7e]*$/;

/** Skips ASCII names, which most are: looking up diacritics takes ten times as long as everything else. */
const withoutDiacritics = (text: string): string =>
  ASCII.test(text) ? text : text.normalize('NFKD').replace(/\p{Diacritic}/gu, '');

/** Folds text for comparison: `Sinopé` is found as `sinope`. */
const fold = (text: string): string => withoutDiacritics(text).toLowerCase().replace(/\s+/g, ' ').trim();

function entryOf(model: CatalogModel): Entry {
  const names = [[model.vendor, model.model] as const, ...model.others].flatMap(([vendor, name]) => [
    fold(name),
    fold(`${vendor} ${name}`),
  ]);
  return { model, names, text: [...names, fold(model.name)].join('\n') };
}

/** Returns 0 for a model that is named so, 1 for one whose name begins so, and 2 for all other matches. */
function rankOf({ names }: Entry, text: string): number {
  if (names.includes(text)) return 0;
  return names.some((name) => name.startsWith(text)) ? 1 : 2;
}

/** Names of the schemas of values that are on or off. */
const SWITCHED = new Set(['boolean', 'on-off']);

/** Returns what a device offers; what several of its parts have, once. */
function featuresOf({ properties }: ChannelTemplate): ModelFeature[] {
  const features = properties.map((property) => ({
    label: property.label,
    reported: isReadable(property),
    writable: isWritable(property),
    switchable: isWritable(property) && SWITCHED.has(property.schema),
    unit: String(property.controlInterfaces[0]?.config['suffix'] ?? '').trim(),
  }));
  return [...new Map(features.map((feature) => [feature.label, feature])).values()];
}

/** Searches the models of the catalogue, which are read at the first search. */
export function createModelSearch({ picture, thumbnail }: Dependencies) {
  let entries: Promise<readonly Entry[]> | undefined;

  function loadEntries(): Promise<readonly Entry[]> {
    entries ??= loadModels().then(({ models }) => models.map(entryOf));
    return entries;
  }

  const describe = ({
    id,
    name,
    vendor,
    model,
    kind,
    picture: image,
    others,
  }: CatalogModel): SupportedModel => ({
    id,
    name,
    vendor,
    model,
    kind,
    image: picture(`${image}.png`),
    thumbnail: thumbnail(`${image}.png`),
    sold_as: others.map(([brand, label]) => ({ vendor: brand, model: label })),
  });

  return {
    /** Returns one page of the models that have every word in their names, the best matches first. */
    async find({ text, kind, start, size }: ModelQuery): Promise<{ models: SupportedModel[]; size: number }> {
      const folded = fold(text);
      const words = folded.split(' ').slice(0, MAX_WORDS);
      const found = (await loadEntries()).filter(
        (entry) =>
          (kind === undefined || entry.model.kind === kind) &&
          words.every((word) => entry.text.includes(word)),
      );
      const ranked = folded === '' ? found : found.toSorted((a, b) => rankOf(a, folded) - rankOf(b, folded));
      return {
        models: ranked.slice(start, start + size).map(({ model }) => describe(model)),
        size: found.length,
      };
    },

    /** Returns a model with what it offers and how it is drawn; undefined when the catalogue does not have it. */
    async get(id: string): Promise<SupportedModelDetail | undefined> {
      const model = await findModel(id);
      const template = model && (await expandTemplate(id));
      if (!template) return undefined;
      return {
        ...describe(model),
        features: featuresOf(template),
        template,
        values: exampleValues(template, await loadSchemas()),
        connection: 'zigbee',
      };
    },
  };
}
