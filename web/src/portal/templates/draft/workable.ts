import type { ChannelTemplate } from '@azulejo/contract';

type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasLists = (names: readonly string[]) => (value: unknown) =>
  isObject(value) && names.every((name) => Array.isArray(value[name]));

const haveLists = (list: unknown, names: readonly string[]): boolean =>
  Array.isArray(list) && list.every(hasLists(names));

const RULES = ['triggers', 'states', 'actions'] as const;

/** Whether it has the skeleton of a template, so that forms and preview can be drawn from it, whatever else is wrong. */
export function isWorkable(value: unknown): value is ChannelTemplate {
  if (!isObject(value) || !isObject(value['interface'])) return false;
  const { components, properties, tiles } = value;
  if (!haveLists(components, [])) return false;
  if (!haveLists(properties, ['components', 'controlInterfaces', ...RULES])) return false;
  if (!haveLists(tiles, ['components', 'information', 'actions'])) return false;
  const all = (list: unknown) => list as readonly Loose[];
  const areWhole =
    all(properties).every(
      (property) =>
        isObject(property['unitsOptions']) &&
        haveLists(property['controlInterfaces'], []) &&
        all(property['controlInterfaces']).every(({ config }) => isObject(config)) &&
        RULES.every((name) => haveLists(property[name], ['inputs'])),
    ) &&
    all(tiles).every((tile) =>
      ['information', 'actions'].every(
        (name) => haveLists(tile[name], []) && all(tile[name]).every(({ options }) => isObject(options)),
      ),
    );
  return areWhole;
}
