import type { ChannelTemplate } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';
import { t } from '@lingui/core/macro';

/** The lists that each part must have, so that form and preview can be rendered. */
const LISTS = {
  components: [],
  properties: ['components', 'controlInterfaces', 'triggers', 'states', 'actions'],
  tiles: ['components', 'information', 'actions'],
} as const;

/** The required member of the entries of these lists, and its type. */
const ENTRIES: Readonly<Record<string, { member: string; is: 'object' | 'list' } | undefined>> = {
  controlInterfaces: { member: 'config', is: 'object' },
  triggers: { member: 'inputs', is: 'list' },
  states: { member: 'inputs', is: 'list' },
  actions: { member: 'inputs', is: 'list' },
};
const TILE_ENTRY = { member: 'options', is: 'object' } as const;

const fits = (value: unknown, is: 'object' | 'list') =>
  is === 'list' ? Array.isArray(value) : isJsonObject(value);

const mustBe = (path: string, is: 'object' | 'list'): string =>
  is === 'list' ? t`"${path}" must be a list` : t`"${path}" must be an object`;

/**
 * Returns the first member of a template's skeleton that is missing or has the wrong type; undefined if there
 * is none.
 */
export function missingIn(value: unknown): string | undefined {
  if (!isJsonObject(value)) return t`it is not a JSON object`;
  if (!isJsonObject(value['interface'])) return mustBe('interface', 'object');
  for (const [part, lists] of Object.entries(LISTS)) {
    const entries = value[part];
    if (!Array.isArray(entries)) return mustBe(part, 'list');
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
  if (!isJsonObject(entry)) return mustBe(path, 'object');
  if (part === 'properties' && !isJsonObject(entry['unitsOptions']))
    return mustBe(`${path}.unitsOptions`, 'object');
  for (const name of lists) {
    const inner = entry[name];
    if (!Array.isArray(inner)) return mustBe(`${path}.${name}`, 'list');
    const rule = name === 'components' ? undefined : part === 'tiles' ? TILE_ENTRY : ENTRIES[name];
    if (rule === undefined) continue;
    const wrong = inner.findIndex((each) => !isJsonObject(each) || !fits(each[rule.member], rule.is));
    if (wrong >= 0) return mustBe(`${path}.${name}.${wrong}.${rule.member}`, rule.is);
  }
  return undefined;
}

/**
 * Returns whether the value has the skeleton of a template, so that form and preview can be rendered whatever
 * else is wrong.
 */
export const isWorkable = (value: unknown): value is ChannelTemplate => missingIn(value) === undefined;
