import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  type Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  type ValueNode,
} from 'kysely';
import { refuseChange } from './driver.ts';
import { refuseInsideWrite } from './guard.ts';
import type { BoundStatement, BuildQuery, Param, Prepared, ScanOptions, SqlValue } from './storage.ts';
import { toSqlValue } from './values.ts';

/** A placeholder among the parameters of a compiled query for a value that is given when it runs. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Throws, because `${p('id')}%` would otherwise be compiled silently as "[object Object]%". */
  [Symbol.toPrimitive](): never {
    throw new TypeError(`storage: the parameter "${this.name}" can only be used as a whole value`);
  }
}

const param = (name: string) => new Placeholder(name);

/**
 * Writes the texts that a query always has into its SQL. As a parameter, a text that the condition of a partial index
 * could depend on makes SQLite plan the statement anew at every execution (`state <> ?` on users: 41 µs instead of 10).
 */
class TextsInSql extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return typeof node.value === 'string' ? { ...node, immediate: true } : node;
  }
}

const transformer = new TextsInSql();
const textsInSql: KyselyPlugin = {
  transformQuery: ({ node }) => transformer.transformNode(node),
  transformResult: async ({ result }) => result,
};

type Run = (statement: BoundStatement, options?: ScanOptions) => Promise<unknown[]>;

/**
 * Creates `prepare`. `select` and `scan` run a bound statement on the engine and return its rows. A query is compiled
 * when it is first used: a start would otherwise spend a sixth of its time on queries of which most run rarely.
 */
export function createPrepare<DB>(db: Kysely<DB>, { select, scan }: { select: Run; scan: Run }) {
  const withTexts = db.withPlugin(textsInSql);
  return <Params extends object>() =>
    <Row>(build: BuildQuery<DB, Params, Row>): Prepared<Params, Row> => {
      let compiled: Compiled<Params> | undefined;
      const compile = () => {
        compiled ??= createCompiled<Params>(build(withTexts, param as unknown as Param<Params>).compile());
        return compiled;
      };
      async function run(on: Run, params: Params, options?: ScanOptions): Promise<Row[]> {
        refuseInsideWrite('a prepared query');
        const { query, bind } = compile();
        refuseChange(query);
        return (await on(bind(params), options)) as Row[];
      }
      return {
        all: (params) => run(select, params),
        get: async (params) => (await run(select, params))[0],
        scan: (params, options) => run(scan, params, options),
        bind: (params, options) => compile().bind(params, options),
      };
    };
}

type Compiled<Params extends object> = {
  readonly query: CompiledQuery;
  readonly bind: Prepared<Params, unknown>['bind'];
};

/**
 * Returns the name of a statement on PostgreSQL. Processes that share a connection of a pooler give two statements the
 * same name only when they are the same.
 */
export const statementName = (sql: string): string =>
  `azulejo_${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`;

function createCompiled<Params extends object>(query: CompiledQuery): Compiled<Params> {
  const { sql, parameters } = query;
  const name = statementName(sql);
  return {
    query,
    bind: (params, options) => ({
      name,
      sql,
      parameters: parameters.map((parameter) => resolve(parameter, params)),
      expectRow: options?.expectRow ?? false,
    }),
  };
}

function resolve(parameter: unknown, params: object): SqlValue {
  if (!(parameter instanceof Placeholder)) return toSqlValue(parameter);
  const value: unknown = Reflect.get(params, parameter.name);
  if (value === undefined) throw new TypeError(`storage: the parameter "${parameter.name}" has no value`);
  return toSqlValue(value);
}
