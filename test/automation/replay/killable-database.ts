import type { Db } from '@azulejo/server/testing';
import type { Prepared } from '@azulejo/storage';
import type { KyselyPlugin } from 'kysely';

/** Where the database goes away: after so many more statements, with or without the last one's commit. */
type Closing = { readonly after: number; readonly commits: boolean };

/** A database that goes away for its process, as it does when the process is killed. */
export type KillableDatabase = {
  readonly db: Db;
  close(closing: Closing): void;
  /** Holds back all writes until the returned function is called. */
  hold(): () => void;
  /** Resolves as soon as a write is held back. */
  untilHeld(): Promise<void>;
  isClosed(): boolean;
};

/**
 * Returns a database that can go away. From a chosen statement on it refuses everything. What a killed process began and
 * did not commit is rolled back by the engine, so that a unit is either stored as a whole, without the process
 * learning of it, or not at all.
 */
export function makeKillable(db: Db): KillableDatabase {
  let left = Number.POSITIVE_INFINITY;
  let commits = false;
  let released: Promise<void> = Promise.resolve();
  let reached = Promise.withResolvers<void>();
  const closed = () => left < 0;
  const killedError = () => new Error('the process was killed');

  function pass(): void {
    left -= 1;
    if (closed()) throw killedError();
  }

  async function read<T>(run: () => Promise<T>): Promise<T> {
    pass();
    return run();
  }

  async function change<T>(run: () => Promise<T>): Promise<T> {
    reached.resolve();
    await released;
    if (closed()) throw killedError();
    left -= 1;
    if (closed() && !commits) throw killedError();
    const result = await run();
    if (closed()) throw killedError();
    return result;
  }

  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      pass();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const counted = <Params, Row>(statement: Prepared<Params, Row>): Prepared<Params, Row> => ({
    all: (params) => read(() => statement.all(params)),
    get: (params) => read(() => statement.get(params)),
    scan: (params) => read(() => statement.scan(params)),
    bind: (params, options) => statement.bind(params, options),
  });
  return {
    db: {
      engine: db.engine,
      migrated: db.migrated,
      read: db.read.withPlugin(counting),
      scan: db.scan.withPlugin(counting),
      prepare: () => (build) => counted(db.prepare<never>()(build as never) as never),
      write: (run) => change(() => db.write(run)),
      unit: (...unit: Parameters<Db['unit']>) => change(() => db.unit(...unit)),
      lockedUnit: (...unit: Parameters<Db['lockedUnit']>) => change(() => db.lockedUnit(...unit)),
      ping: () => db.ping(),
      eraseLog: () => db.eraseLog(),
      migrationState: () => db.migrationState(),
      [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
    },
    close(closing) {
      left = closing.after;
      commits = closing.commits;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      released = promise;
      reached = Promise.withResolvers();
      return resolve;
    },
    untilHeld: () => reached.promise,
    isClosed: closed,
  };
}
