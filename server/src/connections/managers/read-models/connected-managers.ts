import type { Db } from '../../../database/index.ts';

/** A manager, and what is stored about its connection; `isKnown` means that it was connected before. */
export type ManagerConnection = {
  readonly id: string;
  readonly isKnown: boolean;
  readonly goneSince: number | null;
  readonly reportedUntil: number | null;
};

const PAGE_SIZE = 500;

/** Lists the managers in pages. Those without a connection so far are included. */
export function createListConnections(db: Db) {
  const page = db.prepare<{ after: string }>()((kysely, p) =>
    kysely
      .selectFrom('clients')
      .leftJoin('manager_connections', 'manager_connections.manager_id', 'clients.id')
      .select(['clients.id', 'manager_id', 'gone_since', 'reported_until'])
      .where('clients.kind', '=', 'manager')
      .where('clients.state', '!=', 'removed')
      .where('clients.id', '>', p('after'))
      .orderBy('clients.id')
      .limit(PAGE_SIZE),
  );
  return async function* (): AsyncGenerator<ManagerConnection> {
    for (let after = ''; ; ) {
      const rows = await page.all({ after });
      for (const { id, manager_id, gone_since, reported_until } of rows)
        yield { id, isKnown: manager_id !== null, goneSince: gone_since, reportedUntil: reported_until };
      const last = rows.at(-1);
      if (!last || rows.length < PAGE_SIZE) return;
      after = last.id;
    }
  };
}

export type ChannelOfManager = {
  readonly id: string;
  readonly templateId: string;
  readonly templateVersion: number;
};

const CHANNELS_PAGE_SIZE = 100;

/** Yields the ids of a manager's channels, page by page. */
export function createPagesOfChannels(db: Db) {
  const page = db.prepare<{ managerId: string; after: string }>()((kysely, p) =>
    kysely
      .selectFrom('channels')
      .select(['id', 'template_id as templateId', 'template_version as templateVersion'])
      .where('creator_id', '=', p('managerId'))
      .where('removed', 'is', null)
      .where('id', '>', p('after'))
      .orderBy('id')
      .limit(CHANNELS_PAGE_SIZE),
  );
  return async function* (managerId: string): AsyncGenerator<ChannelOfManager[]> {
    for (let after = ''; ; ) {
      const rows = await page.all({ managerId, after });
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < CHANNELS_PAGE_SIZE) return;
      after = last.id;
    }
  };
}
