import { deleteUntil } from '../../../database/delete-until.ts';
import type { Db } from '../../../database/index.ts';

/** A month beyond their expiry, so that "expired" can still be distinguished from "unknown". */
const RETENTION_MS = 30 * 24 * 3600 * 1000;

/** A batch has few sign-ins, because each is deleted with up to a hundred tokens. */
const SIGN_INS_BATCH_SIZE = 20;

/**
 * Deletes codes that expired, and sign-ins that expired or were ended, more than a month ago. Access tokens
 * are deleted only with their sign-in: expired ones still open live sessions (decision 0006).
 */
export async function prune(db: Db, now: number): Promise<void> {
  const end = now - RETENTION_MS;
  await deleteUntil(db, { table: 'codes', key: ['hash'], time: 'expires' }, end);
  for (const time of ['expires', 'revoked_at'] as const)
    await deleteUntil(db, { table: 'sign_ins', key: ['id'], time }, end, SIGN_INS_BATCH_SIZE);
}
