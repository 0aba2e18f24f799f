import type { Db } from '../../database/index.ts';
import { deleteInBatches } from '../../platform/batch-delete.ts';

/** A month beyond their expiry, so that "expired" can still be distinguished from "unknown". */
const RETENTION_MS = 30 * 24 * 3600 * 1000;

/** Few sign-ins per batch, because each is deleted with up to a hundred tokens. */
const SIGN_INS_BATCH_SIZE = 20;

/**
 * Deletes codes that expired, and sign-ins that expired or were ended, more than a month ago. Access tokens
 * are deleted only with their sign-in: expired ones still open live sessions (decision 0006).
 */
export async function prune(db: Db, now: number): Promise<void> {
  const end = now - RETENTION_MS;
  await deleteInBatches((limit) =>
    db.write((tx) => {
      const due = tx.selectFrom('codes').select('hash').where('expires', '<', end).limit(limit);
      return tx.deleteFrom('codes').where('hash', 'in', due).executeTakeFirstOrThrow();
    }),
  );
  for (const time of ['expires', 'revoked_at'] as const) {
    await deleteInBatches(
      (limit) =>
        db.write((tx) => {
          const due = tx.selectFrom('token_families').select('id').where(time, '<', end).limit(limit);
          return tx.deleteFrom('token_families').where('id', 'in', due).executeTakeFirstOrThrow();
        }),
      SIGN_INS_BATCH_SIZE,
    );
  }
}
