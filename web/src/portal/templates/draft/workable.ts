import type { ChannelTemplate } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';

/** The lists that each part must have, so that form and preview can be rendered. */
const LISTS = {
  components: [],
  properties: ['components', 'controlInterfaces', 'triggers', 'states', 'actions'],
  tiles: ['components', 'information', 'actions'],
} as const;

/** The required member of the entries of these lists, and its type. */
const ENTRIES: Readonly<Record<string, { member: string; is: 'an object' | 'a list' } | undefined>> = {
  controlInterfaces: { member: 'config', is: 'an object' },
  triggers: { member: 'inputs', is: 'a list' },
  states: { member: 'inputs', is: 'a list' },
  actions: { member: 'inputs', is: 'a list' },
};
const TILE_ENTRY = { member: 'options', is: 'an object' } as const;

const fits = (value: unknown, is: 'an object' | 'a list') =>
  is === 'a list' ? Array.isArray(value) : isJsonObject(value);

/**
 * Returns the first member of a template's skeleton that is missing or has the wrong type; undefined if there
 * is none.
 */
export function missingIn(value: unknown): string | undefined {
  if (!isJsonObject(value)) return 'it is not a JSON object';
  if (!isJsonObject(value['interface'])) return '"interface" must be an object';
  for (const [part, lists] of Object.entries(LISTS)) {
    const entries = value[part];
    if (!Array.isArray(entries)) return `"${part}" must be a list`;
    for (const [index, entry] of entries.entries()) {
      const missing = missingInPart(entry, `${part}.${index}`, part, lists);
      if (missing !== undefined) return missing;
    }
  }
  return undefined;
}

function missingInPart(
  entry: unknown,
  path: string,
  part: string,
  lists: readonly string[],
): string | undefined {
  if (!isJsonObject(entry)) return `"${path}" must be an object`;
  if (part === 'properties' && !isJsonObject(entry['unitsOptions']))
    return `"${path}.unitsOptions" must be an object`;
  for (const name of lists) {
    const inner = entry[name];
    if (!Array.isArray(inner)) return `"${path}.${name}" must be a list`;
    const rule = name === 'components' ? undefined : part === 'tiles' ? TILE_ENTRY : ENTRIES[name];
    if (rule === undefined) continue;
    const wrong = inner.findIndex((each) => !isJsonObject(each) || !fits(each[rule.member], rule.is));
    if (wrong >= 0) return `"${path}.${name}.${wrong}.${rule.member}" must be ${rule.is}`;
  }
  return undefined;
}

/**
 * Returns whether the value has the skeleton of a template, so that form and preview can be rendered whatever
 * else is wrong.
 */
export const isWorkable = (value: unknown): value is ChannelTemplate => missingIn(value) === undefined;
