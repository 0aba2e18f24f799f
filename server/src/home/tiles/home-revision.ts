import { type BoundStatement, jsonRows } from '@azulejo/storage';
import type { Db, Transaction } from '../../database/index.ts';

/**
 * Increments the home's revision: a reader of the new revision also sees the changes that it covers. Call it
 * first in a transaction, because it locks the user's row and so serializes changes of one home.
 */
export async function raiseHomeRevision(tx: Transaction, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ home_revision: eb('home_revision', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Prepares the same for a unit. */
export const prepareRaiseHomeRevision = (db: Db) =>
  db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .updateTable('users')
      .set((eb) => ({ home_revision: eb('home_revision', '+', 1) }))
      .where('id', '=', p('userId')),
  );

type Handled = { readonly userId: string; readonly revision: number };

/**
 * Prepares the statement by which a job stores that it has handled these revisions of homes. The column's index has
 * the homes that were changed since.
 */
export function prepareMarkHome(db: Db, column: 'automations_revision' | 'devices_revision') {
  const mark = db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .updateTable('users')
      .from(jsonRows<Handled>(db.engine, p('rows'), { userId: 'text', revision: 'integer' }).as('given'))
      .set((eb) => ({ [column]: eb.ref('given.revision') }))
      .whereRef('users.id', '=', 'given.userId'),
  );
  return (homes: readonly Handled[]): BoundStatement =>
    mark.bind({ rows: JSON.stringify(homes.map(({ userId, revision }) => [userId, revision])) });
}
