import { type Expression, parseSync, Visitor } from 'oxc-parser';

export type TableUse = { readonly table: string; readonly isWrite: boolean; readonly line: number };

const READS =
  /^(selectFrom|from|using|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|(inner|left|cross)JoinLateral)$/;
const WRITES = /^(insertInto|replaceInto|mergeInto|updateTable|deleteFrom|prepareBulkInsert)$/;
const IN_SQL = /\b(delete\s+from|from|join|into|update)\s+"?(\w+)/gi;
const CHANGES = /delete|into|update/i;

type Node = { readonly type: string; readonly start: number };

/** Returns the string literals that an argument consists of: a name, or an array of names. */
function literalsOf(node: unknown): (Node & { value: string })[] {
  if (node === null || typeof node !== 'object') return [];
  const { type, value, elements } = node as { type: string; value?: unknown; elements?: unknown[] };
  if (type === 'Literal' && typeof value === 'string') return [node as Node & { value: string }];
  return type === 'ArrayExpression' ? (elements ?? []).flatMap(literalsOf) : [];
}

/** Returns whether an expression of raw SQL is `sql.table(name)`. */
const isTableOfVariable = (node: Expression) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier' &&
  node.callee.property.name === 'table';

/**
 * Finds the tables that a file names in queries: in calls of Kysely and of our bulk insert, and in raw SQL.
 * Where a query takes its table from a variable, all names of tables in the file count.
 */
export function findTableUses(path: string, text: string, tables: ReadonlySet<string>): TableUse[] {
  const uses: TableUse[] = [];
  const mentions: (Node & { value: string })[] = [];
  let [isReadOfVariable, isWriteOfVariable] = [false, false];
  const lineOf = ({ start }: { start: number }) => text.slice(0, start).split('\n').length;
  const add = (name: string, isWrite: boolean, node: { start: number }) => {
    const [table = ''] = name.split(' ', 1);
    if (tables.has(table)) uses.push({ table, isWrite, line: lineOf(node) });
  };
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const name =
        callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
          ? callee.property.name
          : callee.type === 'Identifier' && callee.name === 'prepareBulkInsert'
            ? callee.name
            : '';
      const isWrite = WRITES.test(name);
      if (!isWrite && !READS.test(name)) return;
      const argument = given[name === 'prepareBulkInsert' ? 1 : 0];
      const literals = literalsOf(argument);
      for (const literal of literals) add(literal.value, isWrite, literal);
      if (literals.length > 0 || !argument) return;
      isWriteOfVariable ||= isWrite;
      // `Buffer.from(text)` is not a query.
      isReadOfVariable ||= argument.type === 'Identifier' && name !== 'from';
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return;
      for (const part of quasi.quasis)
        for (const [, verb = '', name = ''] of part.value.raw.matchAll(IN_SQL))
          add(name, CHANGES.test(verb), part);
      const isOfVariable = quasi.expressions.some(isTableOfVariable);
      isReadOfVariable ||= isOfVariable;
      isWriteOfVariable ||= isOfVariable && quasi.quasis.some(({ value }) => CHANGES.test(value.raw));
    },
    Literal(node) {
      if (typeof node.value === 'string') mentions.push(node as Node & { value: string });
    },
  }).visit(parseSync(path, text).program);
  if (isReadOfVariable || isWriteOfVariable)
    for (const mention of mentions)
      if (!uses.some(({ table, line }) => table === mention.value && line === lineOf(mention)))
        add(mention.value, isWriteOfVariable, mention);
  return uses;
}
