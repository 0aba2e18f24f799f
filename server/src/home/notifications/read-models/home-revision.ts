import type { Transaction } from '../../../database/index.ts';

/** Returns the revision of the person's home. */
export async function readHomeRevision(tx: Transaction, userId: string): Promise<number> {
  const { home_revision } = await tx
    .selectFrom('users')
    .select('home_revision')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return home_revision;
}
