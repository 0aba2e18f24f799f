import type { BoundStatement } from '@azulejo/storage';
import { CompiledQuery } from 'kysely';
import type { Transaction } from './index.ts';

/** Runs a statement of units inside a transaction. Returns whether it found or changed a row. */
export async function runStatement(tx: Transaction, statement: BoundStatement): Promise<boolean> {
  const { sql, parameters } = statement;
  const { rows, numAffectedRows = 0n } = await tx.executeQuery(CompiledQuery.raw(sql, [...parameters]));
  return rows.length > 0 || numAffectedRows > 0n;
}
