import { jsonRows } from '@azulejo/storage';
import { type Db, prepareBulkInsert } from '../../database/index.ts';
import { createBackgroundBatches } from '../../platform/background-batches.ts';
import type { Timers } from '../../platform/clock.ts';
import type { ClientsElsewhere } from '../../platform/connected-clients.ts';
import type { Logger } from '../../platform/logger.ts';
import { isKnown, isLiving } from '../servers/index.ts';

/** How often the rows of servers that are forgotten are deleted, while clients come and go. */
const PRUNE_MS = 60 * 60_000;

type Options = {
  db: Db;
  timers: Timers;
  logger: Pick<Logger, 'warn'>;
  /** The id of this server. */
  server: string;
  /** Returns whether another server runs. */
  hasOthers: () => boolean;
};

/**
 * Shares by rows which clients are connected to which server. Changes are stored in batches, soon. Rows that an earlier
 * process of this server left are deleted first, before its row is valid again.
 */
export async function createClientsElsewhere(options: Options): Promise<ClientsElsewhere & AsyncDisposable> {
  const { db, timers, logger, server, hasOthers } = options;
  const select = prepareElsewhere(db);
  const { insert, remove, removeAll } = prepareChanges(db);
  const prune = createPrune(options);
  await db.unit([removeAll.bind({ server })]);
  async function store(some: readonly (readonly [string, boolean])[]): Promise<void> {
    const [connected, left] = [some.filter(([, isHere]) => isHere), some.filter(([, isHere]) => !isHere)];
    const rows = connected.map(([client_id]) => ({ client_id, server_id: server }));
    const clients = JSON.stringify(left.map(([id]) => [id]));
    await db.unit([remove.bind({ server, clients }), insert(rows)]);
    await prune();
  }

  const changes = createBackgroundBatches({
    timers,
    handle: store,
    onFailure: (err) => logger.warn({ err }, 'which clients are connected was not stored'),
  });

  return {
    async of(ids) {
      if (!hasOthers()) return new Set();
      const rows = await select.all({ server, clients: JSON.stringify(ids.map((id) => [id])) });
      return new Set(rows.map(({ clientId }) => clientId));
    },
    changed: changes.set,
    async [Symbol.asyncDispose]() {
      await changes[Symbol.asyncDispose]();
      await db.unit([removeAll.bind({ server })]).catch(() => undefined);
    },
  };
}

const prepareElsewhere = (db: Db) =>
  db.prepare<{ server: string; clients: string }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<{ id: string }>(db.engine, p('clients'), { id: 'text' }).as('given'))
      .innerJoin('connected_clients as connected', 'connected.client_id', 'given.id')
      .where('connected.server_id', '!=', p('server'))
      .where(isLiving('connected.server_id'))
      .select('connected.client_id as clientId'),
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

/** Returns a function that deletes the rows of servers without a row of their own, at most once an hour. */
function createPrune({ db, timers }: Options) {
  let pruned = Number.NEGATIVE_INFINITY;
  return async (): Promise<void> => {
    if (timers.monotonic() - pruned < PRUNE_MS) return;
    pruned = timers.monotonic();
    await db.write((tx) =>
      tx
        .deleteFrom('connected_clients')
        .where((eb) => eb.not(isKnown('server_id')))
        .execute(),
    );
  };
}
