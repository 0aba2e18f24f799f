import { databaseTime } from '../../database/database-time.ts';
import { type Db, prepareBulkInsert } from '../../database/index.ts';
import type { Logger } from '../../platform/logger.ts';
import { type SharedWindow, type SharedWindows, unsharedWindows } from '../../platform/shared-windows.ts';

/** Keys that wait to be written. Each has cost its sender an attempt. */
const MAX_WAITING = 10_000;
const BATCH = 200;

type Dependencies = { db: Db; logger: Pick<Logger, 'warn'> };
type Change = SharedWindow & { readonly isWhole: boolean };

/** SQLite has one server, which counts alone. */
export const openStrictWindows = (dependencies: Dependencies): SharedWindows =>
  dependencies.db.engine === 'sqlite' ? unsharedWindows : createStoredWindows(dependencies);

/** Stores the windows of strict limits as rows. What is counted while a batch is written goes into the next one. */
function createStoredWindows({ db, logger }: Dependencies): SharedWindows {
  const { add, set } = prepare(db);
  let waiting = new Map<string, Change>();
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.size > 0) {
      const changes = [...waiting.values()];
      waiting = new Map();
      for (let start = 0; start < changes.length; start += BATCH) {
        const some = changes.slice(start, start + BATCH);
        const [whole, more] = [some.filter(({ isWhole }) => isWhole), some.filter(({ isWhole }) => !isWhole)];
        await db.unit([add(more.map(toRow)), set(whole.map(toRow))]);
      }
    }
  }

  function write(): void {
    writing ??= writeAll()
      .catch((err: unknown) => logger.warn({ err }, 'failures were not counted for other servers'))
      .finally(() => {
        writing = undefined;
      });
  }

  function change({ id, points, end }: SharedWindow, isWhole: boolean): void {
    const before = waiting.get(id);
    if (!before && waiting.size >= MAX_WAITING) return;
    const sum = isWhole ? points : points + (before?.points ?? 0);
    waiting.set(id, { id, points: sum, end, isWhole: isWhole || (before?.isWhole ?? false) });
    write();
  }

  return {
    async learn(keys) {
      if (keys.length === 0) return;
      const byId = new Map(keys.map((key) => [key.id, key]));
      const ids = [...byId.keys()];
      const rows = await db.read.selectFrom('rate_windows').selectAll().where('id', 'in', ids).execute();
      for (const { id, points, expires } of rows) byId.get(id)?.learn({ id, points, end: expires });
    },
    add: (window) => change(window, false),
    set: (window) => change(window, true),
    flush: async () => writing,
  };
}

const toRow = ({ id, points, end }: SharedWindow) => ({ id, points, expires: end });

/** Both insert in the order of the keys, so that units of several servers do not wait for each other in a circle. */
const prepare = (db: Db) => ({
  /** Adds points to windows that have not ended, and begins the others. */
  add: prepareBulkInsert(db, 'rate_windows', {
    orderBy: ['id'],
    onConflict: (conflict) =>
      conflict.column('id').doUpdateSet((eb) => {
        const isOpen = eb('rate_windows.expires', '>', databaseTime());
        const sum = eb('rate_windows.points', '+', eb.ref('excluded.points'));
        return {
          points: eb.case().when(isOpen).then(sum).else(eb.ref('excluded.points')).end(),
          expires: eb
            .case()
            .when(isOpen)
            .then(eb.ref('rate_windows.expires'))
            .else(eb.ref('excluded.expires'))
            .end(),
        };
      }),
  }),
  set: prepareBulkInsert(db, 'rate_windows', {
    orderBy: ['id'],
    onConflict: (conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        points: eb.ref('excluded.points'),
        expires: eb.ref('excluded.expires'),
      })),
  }),
});
