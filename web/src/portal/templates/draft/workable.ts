import type { ChannelTemplate } from '@azulejo/contract';

type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members that lists of each part must have, so that forms and preview can be drawn. */
const LISTS = {
  components: [],
  properties: ['components', 'controlInterfaces', 'triggers', 'states', 'actions'],
  tiles: ['components', 'information', 'actions'],
} as const;

/** The entries of these lists are objects, and this member of each is what it says here. */
const ENTRIES: Readonly<Record<string, { member: string; is: 'an object' | 'a list' } | undefined>> = {
  controlInterfaces: { member: 'config', is: 'an object' },
  triggers: { member: 'inputs', is: 'a list' },
  states: { member: 'inputs', is: 'a list' },
  actions: { member: 'inputs', is: 'a list' },
};
const TILE_ENTRY = { member: 'options', is: 'an object' } as const;

const fits = (value: unknown, is: 'an object' | 'a list') =>
  is === 'a list' ? Array.isArray(value) : isObject(value);

/** Says which member is missing or of the wrong kind in the skeleton of a template; undefined where nothing is. */
export function missingIn(value: unknown): string | undefined {
  if (!isObject(value)) return 'it is not a JSON object';
  if (!isObject(value['interface'])) return '"interface" must be an object';
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
  if (!isObject(entry)) return `"${path}" must be an object`;
  if (part === 'properties' && !isObject(entry['unitsOptions']))
    return `"${path}.unitsOptions" must be an object`;
  for (const name of lists) {
    const inner = entry[name];
    if (!Array.isArray(inner)) return `"${path}.${name}" must be a list`;
    const rule = name === 'components' ? undefined : part === 'tiles' ? TILE_ENTRY : ENTRIES[name];
    if (rule === undefined) continue;
    const wrong = inner.findIndex((each) => !isObject(each) || !fits(each[rule.member], rule.is));
    if (wrong >= 0) return `"${path}.${name}.${wrong}.${rule.member}" must be ${rule.is}`;
  }
  return undefined;
}

/** Whether it has the skeleton of a template, so that forms and preview can be drawn from it, whatever else is wrong. */
export const isWorkable = (value: unknown): value is ChannelTemplate => missingIn(value) === undefined;
