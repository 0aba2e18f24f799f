import { type AutomationDefinition, AutomationTrigger } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';
import type { TSchema } from 'typebox';
import { innerParts, schemas } from './parts.ts';

/** The parts of a JSON Schema that say which members an object has. */
type Schema = {
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

/**
 * Returns the paths of the members that the contract does not have. Other requests ignore such members, but an
 * automation would do something other than what was written: with `before` in place of `to`, a window of time has no
 * end.
 */
export function unknownMembers(definition: AutomationDefinition): readonly string[] {
  const ofTriggers = definition.when.flatMap((part, index) =>
    unknownIn(AutomationTrigger, part, `when[${index}]`),
  );
  const ofParts = innerParts(definition).flatMap(({ part, path, kind }) =>
    unknownIn(schemas[kind], part, path),
  );
  return [...new Set([...ofTriggers, ...ofParts])];
}

function unknownIn(schema: TSchema | Schema, value: unknown, path: string): string[] {
  const { anyOf, oneOf, items, properties } = schema as Schema;
  if (oneOf) {
    const meant = oneOf.find(
      (each) => isJsonObject(value) && each.properties?.['kind']?.const === value['kind'],
    );
    return meant ? unknownIn(meant, value, path) : [];
  }
  if (anyOf)
    return fewest(anyOf.filter((each) => fits(each, value)).map((each) => unknownIn(each, value, path)));
  if (Array.isArray(value) && items)
    return value.flatMap((each, index) => unknownIn(items, each, `${path}[${index}]`));
  // Inner conditions and steps are open objects here, and parts of their own.
  if (!isJsonObject(value) || !properties || Object.keys(properties).length === 0) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return known ? unknownIn(known, inner, `${path}.${name}`) : [`${path}.${name}`];
  });
}

/** Returns whether an object has the members that a form requires. */
const fits = ({ required = [] }: Schema, value: unknown): boolean =>
  isJsonObject(value) && required.every((name) => name in value);

/** Returns what is unknown in the form that fits best; nothing if none fits, which other checks report. */
const fewest = (found: readonly string[][]): string[] =>
  found.toSorted((one, other) => one.length - other.length)[0] ?? [];
