import type { Migration } from '@azulejo/storage';
import { type Kysely, sql } from 'kysely';

/** A definition has at most 32 KB, and the state of a home's automations a few times as much. */
const BATCH_SIZE = 50;

/** The kinds of triggers, conditions and steps, by the member that only parts of this kind have. */
const KINDS: readonly (readonly [member: string, kind: string])[] = [
  ['property', 'property'],
  ['properties', 'property'],
  ['time', 'time'],
  ['sun', 'sun'],
  ['every', 'interval'],
  ['person', 'person'],
  ['device', 'device'],
  ['webhook', 'webhook'],
  ['scene', 'scene'],
  ['all', 'all'],
  ['any', 'any'],
  ['not', 'not'],
  ['set', 'set'],
  ['wait', 'wait'],
  ['waitUntil', 'wait-until'],
  ['notify', 'notify'],
  ['automation', 'automation'],
  ['if', 'if'],
];

/** The members that hold further parts. `then` and `else` do in a step `if`; elsewhere, `else` is a text. */
const INNER: ReadonlySet<string> = new Set(['all', 'any', 'not', 'waitUntil', 'if', 'then', 'else']);

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a part, or several, with their kinds as the first members. */
function withKind(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withKind);
  if (!isMembers(part)) return part;
  const [, kind] = KINDS.find(([member]) => Object.hasOwn(part, member)) ?? [];
  const members = Object.entries(part).map(([name, value]) => [
    name,
    INNER.has(name) ? withKind(value) : value,
  ]);
  return { ...(kind !== undefined && { kind }), ...Object.fromEntries(members) };
}

const ofDefinition = (definition: Members): Members =>
  Object.fromEntries(
    Object.entries(definition).map(([name, value]) => [
      name,
      ['when', 'onlyIf', 'then'].includes(name) ? withKind(value) : value,
    ]),
  );

/** A trigger as text, by which an edit finds out that it stays the same. */
const signature = (text: string): string => JSON.stringify(withKind(JSON.parse(text)));

type Own = { signatures?: Record<string, string>; dates?: Record<string, unknown> };

/** Returns the state of a home's automations with the texts of their triggers as they are written now. */
function ofState(state: Members): Members {
  const { home } = state;
  if (!isMembers(home) || !isMembers(home['automations'])) return state;
  const automations = Object.entries(home['automations'] as Record<string, Own>).map(([id, own]) => {
    const { signatures = {}, dates } = own;
    const texts = Object.entries(signatures).map(([trigger, text]) => [trigger, signature(text)]);
    const dated = Object.entries(dates ?? {}).map(([key, value]) => {
      const end = key.indexOf(' ');
      return [`${key.slice(0, end)} ${signature(key.slice(end + 1))}`, value];
    });
    return [
      id,
      {
        ...own,
        ...(own.signatures && { signatures: Object.fromEntries(texts) }),
        ...(dates && { dates: Object.fromEntries(dated) }),
      },
    ];
  });
  return { ...state, home: { ...home, automations: Object.fromEntries(automations) } };
}

type Column = {
  readonly table: string;
  readonly column: string;
  /** The columns of the table's key, in its order. */
  readonly key: readonly string[];
  readonly convert: (value: Members) => Members;
};

const COLUMNS: readonly Column[] = [
  { table: 'automations', column: 'definition_json', key: ['user_id', 'id'], convert: ofDefinition },
  {
    table: 'automation_versions',
    column: 'definition_json',
    key: ['user_id', 'automation_id', 'version'],
    convert: ofDefinition,
  },
  { table: 'automation_homes', column: 'state_json', key: ['user_id'], convert: ofState },
];

/** Gives the parts of stored automations the member `kind`, by which they are told apart. */
export const kindsOfParts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of COLUMNS) await convertColumn(db, column);
  },
};

async function convertColumn(db: Kysely<unknown>, { table, column, key, convert }: Column): Promise<void> {
  const keys = sql.join(key.map((name) => sql.ref(name)));
  const json = sql.ref(column);
  for (let after: readonly unknown[] | undefined; ; ) {
    const start = after ? sql`where (${keys}) > (${sql.join(after)})` : sql``;
    const { rows } = await sql<Members & { readonly json: string }>`
      select ${keys}, ${json} as json from ${sql.table(table)} ${start}
      order by ${keys} limit ${BATCH_SIZE}`.execute(db);
    for (const row of rows) {
      const text = JSON.stringify(convert(JSON.parse(row.json) as Members));
      const found = sql.join(
        key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
        sql` and `,
      );
      await sql`update ${sql.table(table)} set ${json} = ${text} where ${found}`.execute(db);
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    after = key.map((name) => last[name]);
  }
}
