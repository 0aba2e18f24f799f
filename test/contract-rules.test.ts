import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import * as contract from '@azulejo/contract';
import { errors, isStorableText, operations, possibleErrors, resources } from '@azulejo/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { marked, type Tokens } from 'marked';

type Schema = {
  readonly [keyword: string]: unknown;
  readonly type?: string;
  readonly title?: string;
  readonly properties?: Record<string, Schema>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly patternProperties?: Record<string, Schema>;
};
/** A row of a table, or a member listed in prose; `required` is empty where the text does not say. */
type Field = Record<'name' | 'type' | 'notes' | 'required', string>;
type Section = { readonly heading: string; readonly tables: Field[][]; readonly paragraphs: string[] };

/** Returns a schema as plain JSON, as it is sent. */
const plain = (schema: object) => JSON.parse(JSON.stringify(schema)) as Schema;

function part(schema: object, ...path: string[]): Schema {
  return path.reduce((at: Schema, name) => {
    const next =
      name === '*' ? Object.values(at.patternProperties ?? {})[0] : (at.properties?.[name] ?? at.items);
    assert.ok(next, `${name} of ${path.join('.')} is in the schema`);
    return next;
  }, plain(schema));
}

const { accounts, auth, channels, tiles } = resources;

/** The schemas that a section's tables describe, in their order. The tests of the units cover `data`. */
const tables: Record<string, (object | 'data' | 'information')[]> = {
  '2.1': [contract.AccountResult, part(contract.AccountResult, 'user')],
  '2.2': [contract.TokenRecord, contract.Endpoints],
  '2.3': [contract.UserRecord],
  '2.4': [contract.Channel, contract.Property],
  '2.5': [contract.Tile, 'information'],
  '2.6': ['data', 'data'],
  '4.1': [accounts.create.input],
  '4.2': [auth.authorize.input],
  '4.3': [auth.authorize.input],
  '4.4': [auth.exchange.input],
};

/** The schema that a paragraph describes, by section and by the first words of the paragraph. */
const paragraphs: Record<string, Record<string, object>> = {
  '2.4': {
    'Top level: ': contract.ChannelList,
    'Component: ': contract.Component,
    'Control interface: ': contract.ControlInterface,
    'Trigger: ': contract.Trigger,
  },
  '2.5': {
    'Top level: ': contract.TileList,
    'Action: ': contract.Action,
    'Information: ': contract.Information,
  },
  '2.6': {
    'Top level: ': contract.UnitsTable,
    '`unitSpec` entry: ': part(contract.UnitsTable, 'unitSpec', '*'),
  },
  '4.5': { 'Query parameters, all strings: ': auth.authorize.input },
  '4.7': { 'Query parameter ': channels.list.input },
  '4.8': { 'Query parameter ': tiles.list.input },
};

/** Members that a reply may omit: unsent ones, those that only the owner sees, and those of spec 2.6. */
const OPTIONAL_IN_REPLIES = ['state', 'secret', 'confirmation_hash', 'unitSystem', 'public'];

/** Members of our own that their name explains. */
const SELF_EVIDENT = ['bytes', 'size'];

const document = new URL('../docs/platform-api.md', import.meta.url);
const specification = readSections(await readFile(document, 'utf8'));

function readSections(markdown: string): Map<string, Section> {
  const sections = new Map<string, Section>();
  let current: Section | undefined;
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading') {
      current = { heading: token.raw.replace(/^#+ /, '').trim(), tables: [], paragraphs: [] };
      sections.set(current.heading.split(/\.? /, 1).join(''), current);
    }
    if (token.type === 'paragraph') current?.paragraphs.push(token.raw);
    if (token.type === 'table') current?.tables.push(readTable(token as Tokens.Table));
  }
  return sections;
}

/** Returns rows as fields: the first column names, then `Type` and `Required` if present, last the notes. */
function readTable(table: Tokens.Table): Field[] {
  const column = (title: string) => table.header.findIndex(({ text }) => text === title);
  return table.rows.map((row) => ({
    name: row[0]?.text ?? '',
    type: row[column('Type')]?.text ?? '',
    notes: row.at(-1)?.text ?? '',
    required: row[column('Required')]?.text ?? '',
  }));
}

const codeSpans = (text: string) =>
  [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code?.match(/\w[\w-]*/g) ?? []);

/** Parses "`id` (string), `options` (object with `icon` string)"; parentheses hold notes on a name. */
function readProse(text: string): Field[] {
  const fields: Field[] = [];
  let rest = text;
  for (let start = rest.search(/`\w+` \(/); start >= 0; start = rest.search(/`\w+` \(/)) {
    const open = rest.indexOf('(', start);
    const close = closingParenthesis(rest, open);
    const notes = rest.slice(open + 1, close);
    const name = rest.slice(start, open).replaceAll(/\W/g, '');
    fields.push({ name, type: notes, notes, required: '' });
    rest = rest.slice(close);
  }
  return fields;
}

function closingParenthesis(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at;
  }
  throw new Error(`no closing parenthesis: ${text}`);
}

/** Returns all member names anywhere inside the schema. */
function namesIn(schema: Schema): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [name, ...namesIn(member)]);
  return schema.items === undefined ? own : [...own, ...namesIn(schema.items)];
}

function jsonTypeOf(schema: Schema): string | undefined {
  const first = schema.anyOf?.[0];
  if (first !== undefined) return jsonTypeOf(first);
  return schema.type ?? (Array.isArray(schema['enum']) ? typeof schema['enum'][0] : undefined);
}

function problemsOf(field: Field, schema: Schema, place: string): string[] {
  const member = schema.properties?.[field.name];
  if (member === undefined) return [`${place}: ${field.name} is missing`];
  const problems: string[] = [];
  const [word] = field.type.match(/^(string|boolean|integer|object|array|timestamp)/) ?? [];
  if (word === 'timestamp' && member.title !== 'Timestamp') problems.push('is no timestamp');
  if (word && word !== 'timestamp' && jsonTypeOf(member) !== word) problems.push(`is no ${word}`);
  const isRequired = schema.required?.includes(field.name) === true;
  const mustBePresent = place.startsWith('2') && !OPTIONAL_IN_REPLIES.includes(field.name);
  if (mustBePresent && !isRequired) problems.push('may be absent');
  if (field.required === 'no' && isRequired) problems.push('is required');
  const inner = namesIn(member);
  const lacking = inner.length === 0 ? [] : codeSpans(field.notes).filter((name) => !inner.includes(name));
  problems.push(...lacking.map((name) => `lacks ${name}`));
  return problems.map((problem) => `${place}: ${field.name} ${problem}`);
}

for (const [number, schemas] of Object.entries(tables)) {
  test(`spec ${number}: the contract has every row of its tables with its type`, () => {
    const found = specification.get(number)?.tables ?? [];
    assert.equal(found.length, schemas.length, 'the section has other tables than expected');
    const problems = schemas.flatMap((schema, index) => {
      const fields = found[index] ?? [];
      assert.ok(fields.length > 0);
      if (typeof schema === 'string') return [];
      return fields.flatMap((field) => problemsOf(field, plain(schema), number));
    });
    assert.deepEqual(problems, []);
  });
}

for (const [number, expected] of Object.entries(paragraphs)) {
  test(`spec ${number}: the contract has every member listed in its prose with its type`, () => {
    const problems = Object.entries(expected).flatMap(([label, schema]) => {
      const text =
        specification.get(number)?.paragraphs.filter((paragraph) => paragraph.startsWith(label)) ?? [];
      assert.equal(text.length, 1, `one paragraph begins with "${label}"`);
      const fields = readProse(text.join('').slice(label.length).split('. ', 1).join());
      assert.ok(fields.length > 0, `"${label}" lists members`);
      return fields.flatMap((field) => problemsOf(field, plain(schema), number));
    });
    assert.deepEqual(problems, []);
  });
}

test('spec 2.5: the contract has every type of information and each of its options', () => {
  const options = part(contract.Information, 'options').properties ?? {};
  const types = part(contract.Information, 'type')['enum'] as string[];
  for (const { name, notes } of specification.get('2.5')?.tables[1] ?? []) {
    assert.ok(types.includes(name), name);
    const named = readProse(notes);
    assert.ok(named.length > 1, notes);
    for (const option of named) assert.ok(option.name in options, option.name);
  }
});

const anonymous = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}');

test('spec 4: every endpoint has an operation, and every operation names an existing section', () => {
  const endpoints = [...specification].filter(([number]) => number.startsWith('4.'));
  assert.equal(endpoints.length, 9);
  for (const [number, { heading }] of endpoints) {
    const operation = operations.find(({ spec }) => spec?.split(', ').includes(number));
    assert.ok(operation, `no operation names section ${number}`);
    const [, method, path] = heading.match(/^\S+ (GET|POST) (?:\{cdn_url\})?(\/.*?)(?: \(.*)?$/) ?? [];
    const bound = operation.bindings.map((binding) => `${binding.method} ${anonymous(binding.path)}`);
    assert.ok(path === undefined || bound.includes(`${method} ${anonymous(path)}`), heading);
  }
  for (const { spec } of operations) {
    for (const number of spec?.split(', ') ?? []) assert.ok(specification.has(number), number);
  }
});

test('every operation has a unique name, method and path, and a summary and description', () => {
  const paths = operations.flatMap(({ bindings }) =>
    bindings.map(({ method, path }) => `${method} ${anonymous(path)}`),
  );
  assert.equal(new Set(paths).size, paths.length);
  for (const [resource, members] of Object.entries(resources)) {
    for (const [verb, { id }] of Object.entries(members)) assert.equal(id, `${resource}.${verb}`);
  }
  for (const { id, summary, description } of operations) {
    assert.ok(summary.length > 5 && !summary.endsWith('.'), `${id}: ${summary}`);
    assert.match(description, /\.$/, id);
  }
});

test('every path names exactly the parameters of its operation', () => {
  for (const { bindings, params } of operations) {
    for (const { path } of bindings) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      assert.deepEqual(named, Object.keys(params.properties), path);
    }
  }
});

const ajv = new Ajv2020({
  allErrors: true,
  discriminator: true,
  formats: { 'storable-text': isStorableText },
});
addFormats.default(ajv);

/** Returns the schema with every object closed, so that an example with an unknown member fails. */
function closed(schema: Schema): Schema {
  const inner = Object.entries(schema.properties ?? {}).map(([name, member]) => [name, closed(member)]);
  return {
    ...schema,
    ...(schema.properties === undefined
      ? {}
      : { properties: Object.fromEntries(inner), additionalProperties: false }),
    ...(schema.items === undefined ? {} : { items: closed(schema.items) }),
  };
}

test('every example matches the schemas of its operation, without unknown members', () => {
  for (const { id, params, input, reply, example } of operations) {
    const requested = { ...params, ...input, properties: { ...params.properties, ...input.properties } };
    const required = [...(params.required ?? []), ...(input.required ?? [])];
    const accepts = (schema: object, value: unknown) => ajv.validate(closed(plain(schema)), value);
    assert.ok(accepts({ ...requested, required }, example.input), `${id}: ${ajv.errorsText()}`);
    assert.ok(accepts(reply, example.reply), `${id}: ${ajv.errorsText()}`);
  }
});

test('every possible error exists and has a unique code', () => {
  for (const operation of operations) {
    for (const name of possibleErrors(operation)) assert.ok(name in errors, `${operation.id}: ${name}`);
  }
  const codes = Object.values(errors).map(({ code }) => code);
  assert.equal(new Set(codes).size, codes.length);
});

test('the contract describes every member that the specification does not', () => {
  const specified = new Set(
    [...specification.values()].flatMap((section) => [
      ...section.tables.flat().flatMap(({ name, notes }) => [name, ...codeSpans(notes)]),
      ...codeSpans(section.paragraphs.join(' ')),
    ]),
  );
  const undescribed = operations.flatMap(({ id, reply }) => undescribedIn(plain(reply), id, specified));
  assert.deepEqual(undescribed, []);
});

/** Returns the members without a description in contract and specification, fixed value or clear name. */
function undescribedIn(schema: Schema, place: string, specified: Set<string>): string[] {
  if (schema.items !== undefined) return undescribedIn(schema.items, place, specified);
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const isClear =
      'description' in member || 'const' in member || specified.has(name) || SELF_EVIDENT.includes(name);
    return [
      ...(isClear ? [] : [`${place}.${name}`]),
      ...undescribedIn(member, `${place}.${name}`, specified),
    ];
  });
}
