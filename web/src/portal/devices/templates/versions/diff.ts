import { isJsonObject, type JsonObject } from '@azulejo/model';
import { t } from '@lingui/core/macro';

/** One member that differs. */
export type Difference = {
  readonly kind: 'added' | 'removed' | 'changed';
  /** The path from the outside in, in the words of the template: `Property status`, `rateLimit`. */
  readonly place: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const nouns = (): Readonly<Record<string, string>> => ({
  components: t`Component`,
  properties: t`Property`,
  tiles: t`Tile`,
  information: t`Information`,
  actions: t`Action`,
  controlInterfaces: t`Control`,
  triggers: t`Trigger`,
  states: t`State`,
});

/** Returns the differences, part by part. Parts with an id, or a property, are matched by it. */
export function differences(before: unknown, after: unknown, place: readonly string[] = []): Difference[] {
  if (isSame(before, after)) return [];
  if (before === undefined) return [{ kind: 'added', place, before, after }];
  if (after === undefined) return [{ kind: 'removed', place, before, after }];
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => {
      const [one, other] = [before[name], after[name]];
      if (areParts(one) && areParts(other)) return ofParts(name, one, other, place);
      return differences(one, other, [...place, name]);
    });
  }
  return [{ kind: 'changed', place, before, after }];
}

const areParts = (value: unknown): value is readonly JsonObject[] =>
  Array.isArray(value) && value.every(isJsonObject);

function ofParts(
  name: string,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  place: readonly string[],
): Difference[] {
  const [earlier, later] = [keyed(before), keyed(after)];
  const noun = nouns()[name] ?? name;
  const found = [...new Set([...earlier.keys(), ...later.keys()])].flatMap((key) =>
    differences(earlier.get(key), later.get(key), [...place, `${noun} ${key}`]),
  );
  const kept = (one: Map<string, JsonObject>, other: Map<string, JsonObject>) =>
    [...one.keys()].filter((key) => other.has(key));
  const [oldOrder, newOrder] = [kept(earlier, later), kept(later, earlier)];
  if (isSame(oldOrder, newOrder)) return found;
  return [
    ...found,
    { kind: 'changed', place: [...place, t`Order of ${name}`], before: oldOrder, after: newOrder },
  ];
}

/** Keys parts by their names; parts without a name by their index. */
function keyed(parts: readonly JsonObject[]): Map<string, JsonObject> {
  const names = parts.map((part, index) =>
    String(part['id'] ?? part['property'] ?? part['label'] ?? index + 1),
  );
  return new Map(
    parts.map((part, index) => {
      const name = names[index] ?? '';
      const nth = names.slice(0, index).filter((other) => other === name).length;
      return [nth === 0 ? name : `${name} (${nth + 1})`, part];
    }),
  );
}
