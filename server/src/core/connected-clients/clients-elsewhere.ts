import { jsonRows } from '@azulejo/storage';
import { type Db, prepareBulkInsert } from '../../database/index.ts';
import { type Clock, sleep, type Timers } from '../../platform/clock.ts';
import type { ClientsElsewhere } from '../../platform/connected-clients.ts';
import type { Logger } from '../../platform/logger.ts';

const ROWS_PER_STATEMENT = 500;
const RETRY_MS = 1_000;
/** How often the rows of servers that were killed are deleted, while clients come and go. */
const PRUNE_MS = 60 * 60_000;
/** A server that began to write rows is heard of long before this. */
const MIN_AGE_MS = 60_000;

type Options = {
  db: Db;
  clock: Clock;
  timers: Timers;
  logger: Pick<Logger, 'warn'>;
  /** The id of this server, another one for each start. */
  server: string;
  /** Returns the other servers that run. */
  others: () => ReadonlySet<string>;
};

/** Shares by rows which clients are connected to which server. Changes are stored in batches, soon. */
export function createClientsElsewhere(options: Options): ClientsElsewhere & AsyncDisposable {
  const { db, timers, logger, server, others } = options;
  const select = prepareServersOf(db);
  const { insert, remove, removeAll } = prepareChanges(db);
  const prune = createPrune(options);
  let changes = new Map<string, boolean>();
  let storing: Promise<void> | undefined;
  let isEnding = false;

  async function storeAll(): Promise<void> {
    while (changes.size > 0 && !isEnding) {
      const taken = changes;
      changes = new Map();
      try {
        await store([...taken]);
        await prune();
      } catch (err) {
        logger.warn({ err }, 'which clients are connected was not stored');
        changes = new Map([...taken, ...changes]);
        await sleep(timers, RETRY_MS);
      }
    }
  }

  async function store(all: readonly (readonly [string, boolean])[]): Promise<void> {
    const since = options.clock.now();
    for (let from = 0; from < all.length; from += ROWS_PER_STATEMENT) {
      const some = all.slice(from, from + ROWS_PER_STATEMENT);
      const [connected, left] = [some.filter(([, isHere]) => isHere), some.filter(([, isHere]) => !isHere)];
      const rows = connected.map(([client_id]) => ({ client_id, server_id: server, since }));
      const clients = JSON.stringify(left.map(([id]) => [id]));
      await db.unit([remove.bind({ server, clients }), insert(rows)]);
    }
  }

  return {
    async of(ids) {
      const living = others();
      if (living.size === 0) return new Set();
      const rows = await select.all({ clients: JSON.stringify(ids.map((id) => [id])) });
      return new Set(rows.flatMap(({ clientId, serverId }) => (living.has(serverId) ? [clientId] : [])));
    },
    changed(id, isHere) {
      changes.set(id, isHere);
      storing ??= storeAll().finally(() => {
        storing = undefined;
      });
    },
    async [Symbol.asyncDispose]() {
      isEnding = true;
      await storing;
      await db.unit([removeAll.bind({ server })]).catch(() => undefined);
    },
  };
}

const prepareServersOf = (db: Db) =>
  db.prepare<{ clients: string }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<{ id: string }>(db.engine, p('clients'), { id: 'text' }).as('given'))
      .innerJoin('connected_clients as connected', 'connected.client_id', 'given.id')
      .select(['connected.client_id as clientId', 'connected.server_id as serverId']),
  );

function prepareChanges(db: Db) {
  return {
    insert: prepareBulkInsert(db, 'connected_clients', {
      orderBy: ['client_id'],
      onConflict: (conflict) => conflict.doNothing(),
    }),
    remove: db.prepare<{ server: string; clients: string }>()((kysely, p) =>
      kysely
        .deleteFrom('connected_clients')
        .where('server_id', '=', p('server'))
        .where('client_id', 'in', (eb) =>
          eb
            .selectFrom(jsonRows<{ id: string }>(db.engine, p('clients'), { id: 'text' }).as('left'))
            .select('left.id'),
        ),
    ),
    removeAll: db.prepare<{ server: string }>()((kysely, p) =>
      kysely.deleteFrom('connected_clients').where('server_id', '=', p('server')),
    ),
  };
}

/** Returns a function that deletes the rows of servers that do not run any more, at most once an hour. */
function createPrune({ db, clock, timers, server, others }: Options) {
  let pruned = Number.NEGATIVE_INFINITY;
  return async (): Promise<void> => {
    if (timers.monotonic() - pruned < PRUNE_MS) return;
    pruned = timers.monotonic();
    const rows = db.read.selectFrom('connected_clients').select('server_id').distinct();
    const living = others();
    const ended = (await rows.execute())
      .map((row) => row.server_id)
      .filter((id) => id !== server && !living.has(id));
    if (ended.length === 0) return;
    const end = clock.now() - MIN_AGE_MS;
    await db.write((tx) =>
      tx.deleteFrom('connected_clients').where('server_id', 'in', ended).where('since', '<', end).execute(),
    );
  };
}
