import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { EngineName } from './engine.ts';
import { StorageMisuseError } from './errors.ts';
import type { SqlValue } from './storage.ts';
import { toSqlValues } from './values.ts';

export type StatementResult = { rows: unknown[]; changes: number };

/** One connection of an engine, held from `connect` to `release`. */
export type Session = {
  execute(sql: string, parameters: readonly SqlValue[]): Promise<StatementResult>;
  /** Releases the connection. `broken` means that its state is unknown and that it must not be used again. */
  release(broken?: boolean): void;
};

export type SessionSource = {
  connect(): Promise<Session>;
  /** Returns the statement that opens a transaction. Without it the sessions are read-only. */
  begin?: () => string;
  /** Converts the parameters of a statement. Default: `toSqlValues`. */
  toValues?: (parameters: readonly unknown[]) => SqlValue[];
};

/** Creates a Kysely over our own sessions, so that both engines share guards, value rules and errors. */
export function createKysely<DB>(engine: EngineName, source: SessionSource): Kysely<DB> {
  return new Kysely<DB>({ dialect: { ...dialects[engine], createDriver: () => createDriver(source) } });
}

/** Turns off Kysely's lock, which stays locked when `connect` throws. Our sessions have their own queue. */
class QueuedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

const dialects: Record<EngineName, Omit<Dialect, 'createDriver'>> = {
  sqlite: {
    createAdapter: () => new QueuedSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
};

class SessionConnection implements DatabaseConnection {
  readonly #session: Session;
  readonly #readOnly: boolean;
  readonly #toValues: (parameters: readonly unknown[]) => SqlValue[];
  #state: 'open' | 'failed' | 'over' = 'open';
  #broken = false;

  constructor(session: Session, { begin, toValues = toSqlValues }: SessionSource) {
    this.#session = session;
    this.#readOnly = begin === undefined;
    this.#toValues = toValues;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#refuseUnlessOpen();
    if (this.#readOnly) refuseChange(query);
    try {
      const { rows, changes } = await this.#session.execute(query.sql, this.#toValues(query.parameters));
      return { rows: rows as R[], numAffectedRows: BigInt(changes) };
    } catch (error) {
      // After an error PostgreSQL refuses more statements and turns COMMIT into ROLLBACK. SQLite would
      // continue.
      if (!this.#readOnly && this.#state === 'open') this.#state = 'failed';
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator
  async *streamQuery(): AsyncGenerator<never> {
    throw new StorageMisuseError('storage: streaming is not supported; page by key instead');
  }

  /** Commits. From here on every statement is refused, even from code that is still running. */
  async commit(): Promise<void> {
    this.#refuseUnlessOpen();
    this.#state = 'over';
    await this.#session.execute('commit', []);
  }

  /** Rolls back. Never throws, because the caller needs the error that caused the rollback. */
  async rollback(): Promise<void> {
    this.#state = 'over';
    await this.#session.execute('rollback', []).catch(() => {
      this.#broken = true;
    });
  }

  release(): void {
    this.#state = 'over';
    this.#session.release(this.#broken);
  }

  #refuseUnlessOpen(): void {
    if (this.#state === 'over') throw new StorageMisuseError('storage: this transaction is over');
    if (this.#state === 'failed') {
      throw new StorageMisuseError('storage: a statement of this transaction failed; it can only roll back');
    }
  }
}

/** Throws `StorageMisuseError` unless the query is a select or raw SQL, which the engine itself checks. */
export function refuseChange({ query }: CompiledQuery): void {
  if (query.kind === 'SelectQueryNode' || query.kind === 'RawNode') return;
  throw new StorageMisuseError('storage: read only selects; a change goes through write or unit');
}

function createDriver(source: SessionSource): Driver {
  const { connect, begin } = source;
  const own = (connection: DatabaseConnection) => connection as SessionConnection;
  return {
    async init() {},
    async destroy() {},
    async acquireConnection() {
      return new SessionConnection(await connect(), source);
    },
    async beginTransaction(connection) {
      if (!begin) throw new StorageMisuseError('storage: read has no transactions; use write');
      await connection.executeQuery(CompiledQuery.raw(begin()));
    },
    commitTransaction: (connection) => own(connection).commit(),
    rollbackTransaction: (connection) => own(connection).rollback(),
    async releaseConnection(connection) {
      own(connection).release();
    },
  };
}
