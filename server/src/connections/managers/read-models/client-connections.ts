import type { Db } from '../../../database/index.ts';

/** A manager or a device, and what is stored about its connection; `isKnown` means that its absence is noticed. */
export type ClientConnection = {
  readonly id: string;
  readonly kind: 'manager' | 'device';
  readonly isKnown: boolean;
  readonly goneSince: number | null;
  readonly reportedUntil: number | null;
};

/** Finds a manager or device that was not removed. */
export function createFindConnection(db: Db) {
  const byId = db.prepare<{ id: string }>()((kysely, p) =>
    kysely
      .selectFrom('clients')
      .leftJoin('client_connections', 'client_connections.client_id', 'clients.id')
      .select(['clients.kind', 'client_connections.client_id', 'gone_since', 'reported_until'])
      .where('clients.id', '=', p('id'))
      .where('clients.kind', 'in', ['manager', 'device'])
      .where('clients.state', '!=', 'removed'),
  );
  return async (id: string): Promise<ClientConnection | undefined> => {
    const row = await byId.get({ id });
    return (
      row && {
        id,
        kind: row.kind === 'manager' ? 'manager' : 'device',
        isKnown: row.client_id !== null,
        goneSince: row.gone_since,
        reportedUntil: row.reported_until,
      }
    );
  };
}

const PAGE_SIZE = 500;

/** Yields the ids of all known clients, page by page. */
export function createPagesOfKnown(db: Db) {
  const page = db.prepare<{ after: string }>()((kysely, p) =>
    kysely
      .selectFrom('client_connections')
      .select('client_id as id')
      .where('client_id', '>', p('after'))
      .orderBy('client_id')
      .limit(PAGE_SIZE),
  );
  return async function* (): AsyncGenerator<string> {
    for (let after = ''; ; ) {
      const rows = await page.all({ after });
      for (const { id } of rows) yield id;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE_SIZE) return;
      after = last.id;
    }
  };
}

export type OwnedChannel = {
  readonly id: string;
  readonly templateId: string;
  readonly templateVersion: number;
};

const CHANNELS_PAGE_SIZE = 100;

/** Yields the channels of a manager or device, page by page. */
export function createPagesOfChannels(db: Db) {
  const page = db.prepare<{ ownerId: string; after: string }>()((kysely, p) =>
    kysely
      .selectFrom('channels')
      .select(['id', 'template_id as templateId', 'template_version as templateVersion'])
      .where('creator_id', '=', p('ownerId'))
      .where('removed', 'is', null)
      .where('id', '>', p('after'))
      .orderBy('id')
      .limit(CHANNELS_PAGE_SIZE),
  );
  return async function* (ownerId: string): AsyncGenerator<OwnedChannel[]> {
    for (let after = ''; ; ) {
      const rows = await page.all({ ownerId, after });
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < CHANNELS_PAGE_SIZE) return;
      after = last.id;
    }
  };
}
