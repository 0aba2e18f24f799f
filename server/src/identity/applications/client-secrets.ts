import type { AuditAction } from '@azulejo/contract';
import type { Updateable } from 'kysely';
import type { By } from '../../core/audit/index.ts';
import type { Database, Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newToken } from '../../platform/random-token.ts';
import { type Client, newConfirmationHash } from './client.ts';

/** The previous secret stays valid after a rotation, so that deployments can be changed one after another. */
const ROTATION_OVERLAP_MS = 24 * 3600 * 1000;

/** Stores changed columns with the audit entry. Throws `not_found` when the client has been removed since. */
export type StoreClient = (
  tx: Transaction,
  id: string,
  values: Updateable<Database['clients']>,
  entry: By & { action: AuditAction; detail?: string },
) => Promise<Client>;

type Dependencies = {
  db: Db;
  clock: Clock;
  /** Throws `not_found`. */
  get: (idOrNamespace: string) => Promise<Client>;
  store: StoreClient;
};

export function createSecretChanges({ db, clock, get, store }: Dependencies) {
  return {
    /** Rotates the secret. The previous one works for another day, unless the rotation `isImmediate`. */
    async rotateSecret(
      idOrNamespace: string,
      by: By = {},
      isImmediate = false,
    ): Promise<{ client: Client; secret: string; previousExpires: number | undefined }> {
      const { id, kind } = await get(idOrNamespace);
      const secret = newToken('azs');
      const previousExpires = isImmediate ? undefined : clock.now() + ROTATION_OVERLAP_MS;
      const client = await db.write(async (tx) => {
        const { secret_hash: earlier } = await tx
          .selectFrom('clients')
          .select('secret_hash')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const values = {
          // The hash of a leaked secret is not stored: it would be valid again when the clock is set back.
          previous_secret_hash: isImmediate ? null : earlier,
          previous_secret_expires: previousExpires ?? null,
          secret_hash: hashSecret(secret),
        };
        const action = kind === 'device' ? 'device.rotate-secret' : 'application.rotate-secret';
        return store(tx, id, values, { ...by, action });
      });
      return { client, secret, previousExpires };
    },

    /**
     * Replaces the hash with which the platform proves itself to the client's webhooks. The entry of the audit
     * log says why.
     */
    async renewConfirmationHash(
      tx: Transaction,
      id: string,
      entry: By & { action: 'manager.webhooks' | 'application.webhooks'; detail: string },
    ): Promise<string> {
      const hash = newConfirmationHash();
      await store(tx, id, { confirmation_hash: hash }, entry);
      return hash;
    },

    /** Ends the validity of the secret before the last rotation. Without such a secret nothing changes. */
    async endOverlap(idOrNamespace: string, by: By = {}): Promise<Client> {
      const client = await get(idOrNamespace);
      if (client.previousSecretExpires === undefined) return client;
      const values = { previous_secret_hash: null, previous_secret_expires: null };
      const entry = { ...by, action: 'application.end-secret-overlap' } as const;
      return await db.write((tx) => store(tx, client.id, values, entry));
    },
  };
}
