import { type BoundStatement, jsonRows } from '@azulejo/storage';
import type { Db, Transaction } from '../../database/index.ts';

/**
 * Increments the home's revision: a reader of the new revision also sees the changes that it covers. Call it
 * first in a transaction, because it locks the home's row and so serializes changes of one home.
 */
export async function raiseHomeRevision(tx: Transaction, homeId: string): Promise<void> {
  await tx
    .updateTable('homes')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', homeId)
    .execute();
}

/** Prepares the same for a unit. */
export const prepareRaiseHomeRevision = (db: Db) =>
  db.prepare<{ homeId: string }>()((kysely, p) =>
    kysely
      .updateTable('homes')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', p('homeId')),
  );

type Handled = { readonly homeId: string; readonly revision: number };

/**
 * Prepares the statement by which a job stores that it has handled these revisions of homes. The column's index has
 * the homes that were changed since.
 */
export function prepareMarkHome(db: Db, column: 'automations_revision' | 'devices_revision') {
  const mark = db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .updateTable('homes')
      .from(jsonRows<Handled>(db.engine, p('rows'), { homeId: 'text', revision: 'integer' }).as('given'))
      .set((eb) => ({ [column]: eb.ref('given.revision') }))
      .whereRef('homes.id', '=', 'given.homeId'),
  );
  return (homes: readonly Handled[]): BoundStatement =>
    mark.bind({ rows: JSON.stringify(homes.map(({ homeId, revision }) => [homeId, revision])) });
}
