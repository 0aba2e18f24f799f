import { hash } from 'node:crypto';
import type { Db } from '../../database/index.ts';
import { createBackgroundBatches } from '../../platform/background-batches.ts';
import type { Timers } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { LiveSession } from './live-principal.ts';
import { prepareSessions } from './session-statements.ts';

/** A session that a later one of the same client replaces, on whichever server. */
export type TakenSession = { readonly id: string; readonly server: string; readonly session: string };

/** `opened` is when the session opened, in monotonic time; undefined when it has ended. */
type Change = { readonly session: string; readonly opened: number | undefined };

type Options = {
  db: Db;
  timers: Timers;
  logger: Pick<Logger, 'warn'>;
  /** The id of this server. */
  server: string;
  /** Called for each session that is to end. */
  onTaken: (taken: TakenSession) => void;
};

export type SessionRows = ReturnType<typeof createSessionRows>;

/**
 * Shares by rows which sessions the servers of a database have, so that a client has one session by its client id, and a
 * device that may have one connection has one (MQTT-3.1.4-2):
 * 1. Store: a session is stored soon after it opened, with the time of the database at which it did.
 * 2. Mark: then the row of each earlier session of the client is marked, and `onTaken` is called for it.
 * 3. Check: a server reads which of its own rows are marked, for which no message arrived.
 *
 * A session whose client gave no client id has no row, since nothing replaces it.
 */
export function createSessionRows(options: Options) {
  const { db, timers, logger, server, onTaken } = options;
  const statements = prepareSessions(db);
  /** The ids of the rows of this server's sessions, and the other way round. */
  const rowOf = new Map<string, string>();
  const sessionOf = new Map<string, string>();

  const changes = createBackgroundBatches<Change>({
    timers,
    handle: createStore(statements, options),
    onFailure: (err) => logger.warn({ err }, 'which sessions are open was not stored'),
  });

  return {
    arrived(session: LiveSession): void {
      const id = idOf(session);
      if (id === undefined) return;
      const before = sessionOf.get(id);
      if (before !== undefined) rowOf.delete(before);
      sessionOf.set(id, session.id);
      rowOf.set(session.id, id);
      changes.set(id, { session: session.id, opened: timers.monotonic() });
    },
    /** Called when nothing is kept of a session any more. */
    ended(session: string): void {
      const id = rowOf.get(session);
      if (id === undefined) return;
      rowOf.delete(session);
      sessionOf.delete(id);
      changes.set(id, { session, opened: undefined });
    },
    /** Calls `onTaken` for the sessions of this server that were marked. */
    async check(): Promise<void> {
      for (const { id, session } of await statements.marked.all({ server })) {
        if (sessionOf.has(id)) onTaken({ id, server, session });
        else changes.set(id, { session, opened: undefined });
      }
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await changes[Symbol.asyncDispose]();
      await db.unit([statements.removeAll.bind({ server })]).catch(() => undefined);
    },
  };
}

/** Returns what stores changes, and marks what they replace. */
function createStore(
  statements: ReturnType<typeof prepareSessions>,
  { db, timers, server, onTaken }: Options,
) {
  let isCleared = false;

  /** Deletes what an earlier process of this server left, and the rows of servers that are forgotten. */
  async function clear(): Promise<void> {
    if (isCleared) return;
    await db.unit([statements.removeAll.bind({ server }), statements.prune.bind({})]);
    isCleared = true;
  }

  return async function store(some: readonly (readonly [string, Change])[]): Promise<void> {
    await clear();
    const ended = some.flatMap(([id, { session, opened }]) => (opened === undefined ? [[id, session]] : []));
    const begun = some.flatMap(([id, { session, opened }]) =>
      opened === undefined ? [] : [[id, session, Math.floor(timers.monotonic() - opened)]],
    );
    const put = { server, rows: JSON.stringify(begun) };
    await db.unit([
      statements.remove.bind({ server, rows: JSON.stringify(ended) }),
      statements.put.bind(put),
    ]);
    // Of two servers that store at once, the later one to mark sees both rows.
    const marked = await db.unit([statements.mark.bind(put)]);
    if (marked.committed) for (const taken of marked.rows[0] as TakenSession[]) onTaken(taken);
  };
}

/** Returns what a session has in common with those that it replaces, as a hash; undefined when it replaces none. */
function idOf({ id, key, clientId, principal }: LiveSession): string | undefined {
  if (principal.isSingle) return hash('sha256', key, 'base64url');
  return clientId === id ? undefined : hash('sha256', `${key}\n${clientId}`, 'base64url');
}
