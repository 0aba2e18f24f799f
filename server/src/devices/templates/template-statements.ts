import type { Db } from '../../database/index.ts';
import type { toRow } from './stored-versions.ts';

export const prepareByVersion = (db: Db) =>
  db.prepare<{ id: string; version: number }>()((kysely, p) =>
    kysely
      .selectFrom('templates')
      .select('definition_json')
      .where('id', '=', p('id'))
      .where('version', '=', p('version')),
  );

export const prepareLatestVersion = (db: Db) =>
  db.prepare<{ id: string }>()((kysely, p) =>
    kysely
      .selectFrom('templates')
      .select('version')
      .where('id', '=', p('id'))
      .where('removed', 'is', null)
      .orderBy('version', 'desc')
      .limit(1),
  );

/** Finds any version of a template, even a deleted one. */
export const prepareById = (db: Db) =>
  db.prepare<{ id: string }>()((kysely, p) =>
    kysely.selectFrom('templates').select('version').where('id', '=', p('id')).limit(1),
  );

export const prepareCounts = (db: Db) =>
  db.prepare<Record<never, never>>()((kysely) =>
    kysely
      .selectFrom('templates')
      .select((eb) => [eb.fn.countAll<number>().as('added'), eb.fn.count<number>('removed').as('removed')]),
  );

export const prepareByInterface = (db: Db) =>
  db.prepare<{ uuid: string }>()((kysely, p) =>
    kysely.selectFrom('templates').select('id').where('interface_uuid', '=', p('uuid')).limit(1),
  );

/** Does nothing when another server that starts at the same time has inserted the version already. */
export function prepareInsert(db: Db) {
  return db.prepare<ReturnType<typeof toRow>>()((kysely, p) =>
    kysely
      .insertInto('templates')
      .values({
        id: p('id'),
        version: p('version'),
        name: p('name'),
        vendor: p('vendor'),
        model: p('model'),
        kind: p('kind'),
        interface_uuid: p('interface_uuid'),
        definition_json: p('definition_json'),
        definition_hash: p('definition_hash'),
        author_id: p('author_id'),
        created: p('created'),
      })
      .onConflict((conflict) => conflict.doNothing()),
  );
}
