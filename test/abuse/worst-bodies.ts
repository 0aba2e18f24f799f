import type { AnyOperation } from '@azulejo/contract';

/** A body that is as much work as its bytes can be, and what it is in the title of a failure. */
export type WorstBody = { readonly name: string; readonly text: string };

type Members = Record<string, unknown>;
type Schema = {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly pattern?: string;
  readonly format?: string;
};

/** Returns the forms of a union. */
const branchesOf = ({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] => [...anyOf, ...oneOf];

const BODY_LIMIT = 256 * 1024;

/** Texts of the forms that schemas require. */
const WORDS = [
  ...['t1', 'c1', 's1', '07:00', 'PT1H', 'P1D', 'always', 'EUR', 'ana', 'lamp.png', 'on-off.on', '123456'],
  ...['2026-01-01T00:00:00.000+0000', 'https://example.org/', 'ana@example.org', '2026-01-01', '0'],
];

/** Returns `count` texts of one form, which differ. */
const distinct = (text: string, index: number): string =>
  /^[tcs]1$/.test(text) ? `${text[0]}${index + 1}` : `${text}${index}`;

/** Repeats items until the list has `bytes`. */
function listOf(items: readonly unknown[], bytes: number): string {
  const text = JSON.stringify(items).slice(1, -1);
  return `[${Array.from({ length: Math.floor(bytes / (text.length + 1)) }, () => text).join()}]`;
}

const manyMembers = (bytes: number): string =>
  `{${Array.from({ length: Math.floor(bytes / 12) }, (_, index) => `"m${index}":{}`).join()}}`;

const nested = (bytes: number): string => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2);

/** Values of another form than any schema's, at the limit. */
const WRONG: Readonly<Record<string, (bytes: number) => string>> = {
  'a list of wrong items': (bytes) => listOf([{}, { x: 1 }, 0], bytes),
  'many members': manyMembers,
  'nested lists': nested,
  'a long text': (bytes) => JSON.stringify('x'.repeat(bytes)),
};

/**
 * Returns the largest right value of a schema within `bytes`. `variant` chooses the branch of each union, and
 * with it the forms of the items.
 */
function largest(schema: Schema, bytes: number, variant: number, index = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[index % schema.enum.length];
  const union = branchesOf(schema);
  if (union.length > 0) {
    const branch = union[variant % union.length];
    return branch && largest(branch, bytes, variant, index);
  }
  switch (schema.type) {
    case 'string':
      return textOf(schema, bytes, index);
    case 'number':
    case 'integer':
      return (schema.minimum ?? 0) + (index % 2);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return itemsOf(schema, bytes, variant);
    case 'object':
      return membersOf(schema, bytes, variant, index);
    // Any value.
    default:
      return Array.from({ length: Math.min(bytes, 60_000) / 12 }, (_, n) => ({ n }));
  }
}

function textOf({ maxLength = 200, pattern, format }: Schema, bytes: number, index: number): string {
  const regex = new RegExp(pattern ?? '');
  const isFree = pattern === undefined && (format === undefined || format === 'storable-text');
  if (isFree) return `${index} `.padEnd(Math.max(1, Math.min(maxLength, bytes / 4, 4000)), 'é');
  const word = WORDS.find((one) => regex.test(one) && (format !== 'email' || one.includes('@'))) ?? 'x';
  const other = distinct(word, index);
  return regex.test(other) && other.length <= maxLength ? other : word;
}

function itemsOf({ items = {}, maxItems = 10_000 }: Schema, bytes: number, variant: number): unknown[] {
  const list: unknown[] = [];
  for (let left = bytes; list.length < maxItems && left > 0; ) {
    const item = largest(items, Math.max(bytes / maxItems, 200), variant, list.length);
    left -= JSON.stringify(item).length + 1;
    if (left > 0) list.push(item);
  }
  return list;
}

function membersOf(schema: Schema, bytes: number, variant: number, index: number): Members {
  const own = Object.entries(schema.properties ?? {});
  const [pattern] = Object.entries(schema.patternProperties ?? {});
  const others = pattern ? Array.from({ length: 10 }, (_, n) => [`a${n}`, pattern[1]] as const) : [];
  const all = [...own, ...others];
  return Object.fromEntries(
    all.map(([name, member]) => [name, largest(member, bytes / all.length, variant, index)]),
  );
}

/** Returns the most branches of a union in a schema, and at least one. */
function variantsOf(schema: Schema): number {
  const inner = [
    ...branchesOf(schema),
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.patternProperties ?? {}),
    ...(schema.items ? [schema.items] : []),
  ];
  return Math.max(1, branchesOf(schema).length, ...inner.map(variantsOf));
}

const isStructured = (schema: Schema): boolean =>
  schema.type === 'array' ||
  schema.type === 'object' ||
  schema.type === undefined ||
  branchesOf(schema).some(isStructured);

/** Returns the text of an object with the members of `base` and one more, which is JSON text. */
function withMember(base: Members, name: string, json: string): string {
  const { [name]: _replaced, ...others } = base;
  const rest = JSON.stringify(others).slice(1, -1);
  return `{${rest}${rest === '' ? '' : ','}${JSON.stringify(name)}:${json}}`;
}

const CONDITION = { kind: 'time', time: { from: '07:00', to: '08:00' } };
const STEP = { kind: 'wait', wait: 'PT1S' };
const fifty = <Part>(part: Part): Part[] => Array.from({ length: 50 }, () => part);
const CONDITIONS = {
  kind: 'all',
  all: fifty({ kind: 'any', any: fifty({ kind: 'not', not: CONDITION }) }),
};
const STEPS = fifty({ kind: 'if', if: CONDITION, then: fifty(STEP), else: fifty(STEP) });

/** Returns the text of nested parts, each made from the one inside of it, within `bytes`. */
function nestedIn(open: string, close: string, inner: string, bytes: number): string {
  const levels = Math.floor((bytes - inner.length) / (open.length + close.length));
  return open.repeat(levels) + inner + close.repeat(levels);
}

/** Conditions and steps inside of others, whose form the schema leaves open, as members of a definition. */
const INNER_PARTS: Readonly<Record<string, (bytes: number) => string>> = {
  'many inner conditions': () => `"onlyIf":${JSON.stringify(CONDITIONS)}`,
  'deep conditions': (bytes) => `"onlyIf":${nestedIn('{"all":[', ']}', JSON.stringify(CONDITION), bytes)}`,
  'many inner steps': () => `"then":${JSON.stringify(STEPS)}`,
  'many wrong inner steps': (bytes) =>
    `"then":[{"if":${JSON.stringify(CONDITION)},"then":${listOf([{}], bytes)}}]`,
  'many inner steps, each with many conditions': () =>
    `"then":${JSON.stringify(fifty({ kind: 'if', if: { kind: 'all', all: fifty({ all: fifty(CONDITION).slice(0, 2) }) }, then: [STEP] }))}`,
  'inner steps and conditions at the limit of a definition': () =>
    `"then":${JSON.stringify(fifty({ kind: 'if', if: { kind: 'all', all: fifty({ kind: 'sun', sun: 'up' }) }, then: [STEP] }).slice(0, 25))}`,
  'deep steps': (bytes) =>
    `"then":[${nestedIn(`{"if":${JSON.stringify(CONDITION)},"then":[`, ']}', JSON.stringify(STEP), bytes)}]`,
};

/** Returns right and wrong definitions of automations. */
function definitions(limit: number): WorstBody[] {
  return Object.entries(INNER_PARTS).map(([name, make]) => ({
    name,
    text: `{"label":"x","when":[],"then":[${JSON.stringify(STEP)}],${make(limit - 200)}}`,
  }));
}

function worstDefinitions({ input }: AnyOperation, limit: number): WorstBody[] {
  if ('when' in input.properties && 'then' in input.properties) return definitions(limit);
  if (!('definition' in input.properties)) return [];
  return definitions(limit - 20).map(({ name, text }) => ({ name, text: `{"definition":${text}}` }));
}

/** Returns wrong and right bodies of an operation at the limit of its bytes. */
export function worstBodies(operation: AnyOperation): WorstBody[] {
  const limit = operation.bodyLimit ?? BODY_LIMIT;
  const base = operation.example.input as Members;
  const room = limit - Buffer.byteLength(JSON.stringify(base)) - 300;
  const schema = operation.input as unknown as Schema;
  const structured = Object.entries(schema.properties ?? {}).filter(([, member]) => isStructured(member));
  const whole = Array.from({ length: variantsOf(schema) }, (_, variant) => ({
    name: `the largest right body ${variant}`,
    text: JSON.stringify(largest(schema, room / 2, variant)),
  }));
  const ofMembers = structured.flatMap(([name, member]) => [
    ...Object.entries(WRONG).map(([form, make]) => ({
      name: `${form} as ${name}`,
      text: withMember(base, name, make(room)),
    })),
    ...Array.from({ length: variantsOf(member) }, (_, variant) => ({
      name: `the largest right ${name} ${variant}`,
      text: withMember(base, name, JSON.stringify(largest(member, room / 2, variant))),
    })),
  ]);
  const texts = Object.fromEntries(
    Object.keys(schema.properties ?? {}).map((name, _index, all) => [
      name,
      'x'.repeat(room / all.length - 20),
    ]),
  );
  return [
    ...whole,
    ...ofMembers,
    ...worstDefinitions(operation, limit),
    { name: 'a long text as every member', text: JSON.stringify(texts) },
    { name: 'unknown members', text: manyMembers(room) },
    ...MALFORMED.map(([name, text]) => ({ name, text: text(limit) })),
  ].filter(({ text }) => Buffer.byteLength(text) <= limit);
}

const MALFORMED: readonly (readonly [name: string, text: (bytes: number) => string])[] = [
  ['a list', (bytes) => listOf([{}], bytes)],
  ['commas', (bytes) => `[${','.repeat(bytes - 1)}`],
  ['open lists', (bytes) => '['.repeat(bytes)],
  ['open objects', (bytes) => '{"a":'.repeat(bytes / 5)],
];

/** Returns bodies that need no knowledge of an operation, for callers that it does not let in. */
export const bodiesOfStrangers = (operation: AnyOperation): WorstBody[] => {
  const limit = operation.bodyLimit ?? BODY_LIMIT;
  const [name] = Object.keys(operation.input.properties);
  return [
    { name: 'a list of wrong items', text: `{"${name ?? 'x'}":${listOf([{}, { x: 1 }], limit - 200)}}` },
    { name: 'commas', text: `[${','.repeat(limit - 1)}` },
  ];
};
