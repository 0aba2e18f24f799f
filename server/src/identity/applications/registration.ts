import type { Audit, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newId, newToken } from '../../platform/random-token.ts';
import {
  type Client,
  defaultPasswordLength,
  newConfirmationHash,
  type RegisteredClient,
  scopesOfType,
  toClient,
  toRegistered,
} from './client.ts';
import { checkNewClient, type NewClient } from './new-client.ts';

type Dependencies = { db: Db; clock: Clock; audit: Audit };

/** Registers clients and devices. */
export function createRegistration({ db, clock, audit }: Dependencies) {
  return {
    /** Creates a client. Its secret is returned once and only its hash is stored. */
    async create(input: NewClient, by: By = {}): Promise<{ client: RegisteredClient; secret: string }> {
      checkNewClient(input);
      const secret = newToken('azs');
      const row = newRow(input, secret, clock.now());
      const inserted = await db.write(async (tx) => {
        const stored = await tx
          .insertInto('clients')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst();
        if (stored) await audit.record(tx, { ...by, action: 'application.create', targetId: stored.id });
        return stored;
      });
      if (!inserted) throw invalidField('namespace', `"${row.namespace}" is taken`);
      return { client: toRegistered(inserted, input.type), secret };
    },

    /** Creates a manager with this secret, in the transaction of the bridge to which it belongs. */
    async createManager(
      tx: Transaction,
      { name, secret }: { name: string; secret: string },
      by: By = {},
    ): Promise<Client> {
      const input = { type: 'manager', name } as const;
      checkNewClient(input);
      const client = await insert(tx, newRow(input, secret, clock.now()));
      await audit.record(tx, { ...by, action: 'application.create', targetId: client.id });
      return client;
    },

    /** Creates a device with its channel; it signs in by client credentials. The secret is returned once. */
    async createDevice(
      tx: Transaction,
      input: { name: string; namespace?: string },
      by: By = {},
    ): Promise<{ client: Client; secret: string }> {
      const secret = newToken('azs');
      const client = await insert(tx, newRow({ ...input, type: 'device' }, secret, clock.now()));
      await audit.record(tx, { ...by, action: 'device.create', targetId: client.id });
      return { client, secret };
    },

    /** Replaces the secret; the previous one stops working. */
    async setSecret(tx: Transaction, id: string, secret: string): Promise<void> {
      const values = { secret_hash: hashSecret(secret), previous_secret_hash: null, updated: clock.now() };
      await tx.updateTable('clients').set(values).where('id', '=', id).execute();
    },
  };
}

const insert = async (tx: Transaction, row: ReturnType<typeof newRow>): Promise<Client> =>
  toClient(await tx.insertInto('clients').values(row).returningAll().executeTakeFirstOrThrow());

const kindOfType = {
  mobile: 'application',
  distributor: 'application',
  manager: 'manager',
  device: 'device',
} as const;

function newRow(
  input: Omit<NewClient, 'type'> & { type: NewClient['type'] | 'device' },
  secret: string,
  now: number,
) {
  const id = newId();
  return {
    id,
    kind: kindOfType[input.type],
    type: input.type,
    name: input.name.trim(),
    namespace: input.namespace ?? namespaceFrom(input.name, id),
    secret_hash: hashSecret(secret),
    previous_secret_hash: null,
    previous_secret_expires: null,
    redirect_uris_json: JSON.stringify(input.redirectUris ?? []),
    origins_json: JSON.stringify(input.origins ?? []),
    scopes_json: JSON.stringify(input.scopes ?? scopesOfType[input.type]),
    access_token_lifetime: input.accessTokenLifetime ?? null,
    refresh_token_lifetime: input.refreshTokenLifetime ?? null,
    minimum_password_length: input.minimumPasswordLength ?? defaultPasswordLength,
    confirmation_hash: newConfirmationHash(),
    app_scheme: input.appScheme ?? null,
    state: 'enabled' as const,
    created: now,
    updated: now,
  };
}

/**
 * Turns `Casa Azul` into `casa-azul.3f1d2c7e8a64`: readable, and made unique by 48 bits of the id. A maker may
 * have 100,000 devices of one name, of which two would share 24 bits.
 */
function namespaceFrom(name: string, id: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['app'];
  return `${words.join('-').slice(0, 40)}.${id.replaceAll('-', '').slice(0, 12)}`;
}
