import type { StoredExposes, StoredModel, StoredModels } from '@azulejo/catalog';
import { type Expose, fromExposes, kindOfDevice, type Preset, templateIdOf } from '@azulejo/devices';
import { chosenModels } from './chosen-models.ts';

/** A definition as the package has it. */
interface Read {
  readonly vendor: string;
  readonly model: string;
  readonly description: string;
  readonly whiteLabel: readonly { readonly vendor?: string; readonly model: string }[];
  readonly exposes: readonly Expose[];
}

type Source = StoredModels['source'];

/** Keeps the members of an exposed value that the mapper reads. */
function slim({ type, name, property, endpoint, access, category, unit, ...others }: Expose): Expose {
  const { value_min, value_max, value_step, value_on, value_off, presets, values, features, item_type } =
    others;
  return {
    type,
    name,
    property,
    endpoint,
    access,
    category,
    unit,
    value_min,
    value_max,
    value_step,
    value_on,
    value_off,
    presets:
      presets &&
      Object.values<Preset>(presets).map((preset): Preset => ({ name: preset.name, value: preset.value })),
    values,
    features: features?.map(slim),
    item_type: typeof item_type === 'object' ? slim(item_type) : item_type,
  };
}

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);
const byMaker = (one: Read, other: Read): number =>
  compare(one.vendor, other.vendor) || compare(one.model, other.model);

const chosen = new Set(
  Object.entries(chosenModels).flatMap(([vendor, names]) => names.map((name) => `${vendor}/${name}`)),
);

/** Returns what the mapper says of a model, for lists that do not expand its template. */
export function describeModel(
  { vendor, model, description }: Pick<Read, 'vendor' | 'model' | 'description'>,
  exposes: readonly Expose[],
): Pick<StoredModel, 'id' | 'kind' | 'picture' | 'isOffered'> {
  const definition = { vendor, model, description, features: fromExposes(exposes) };
  const { id: kind, picture } = kindOfDevice(definition);
  return {
    id: templateIdOf(definition),
    kind,
    picture,
    isOffered: chosen.has(`${vendor}/${model}`),
  };
}

/** Splits definitions into what lists show and what templates are made of, where equal features are one. */
export function toStored(
  read: readonly Read[],
  source: Source,
): { models: StoredModels; exposes: StoredExposes } {
  const numbers = new Map<string, number>();
  const numberOf = (expose: Expose): number => {
    const text = JSON.stringify(slim(expose));
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const sorted = read.toSorted(byMaker);
  const ofModels = sorted.map(({ exposes }) => exposes.map(numberOf));
  const models = sorted.map((each): StoredModel => {
    const { vendor, model, description, whiteLabel } = each;
    const others = whiteLabel.map((label): [string, string] => [label.vendor ?? vendor, label.model]);
    return { vendor, model, description, others, ...describeModel(each, each.exposes) };
  });
  return {
    models: { source, models },
    exposes: { exposes: [...numbers.keys()].map((text) => JSON.parse(text) as Expose), ofModels },
  };
}
