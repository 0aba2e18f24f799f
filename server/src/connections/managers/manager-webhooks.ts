import type { By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Applications, ManagerClient } from '../../identity/applications/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';

export const webhookNames = ['authorize', 'receive_token', 'devices_list', 'select_device'] as const;
export type WebhookName = (typeof webhookNames)[number];

/** The addresses that a manager set. */
export type Webhooks = Readonly<Partial<Record<WebhookName, string>>>;

/** Members left out stay unchanged; null removes an address. */
export type WebhookChanges = { readonly [Name in WebhookName]?: string | null | undefined };

export type Manager = { readonly client: ManagerClient; readonly webhooks: Webhooks };

type Dependencies = { db: Db; clock: Clock; applications: Applications; outbound: Outbound };

/** Managers set their webhooks when they start; one that retries without a pause is throttled. */
const CHANGES_PER_MINUTE = 60;

export type ManagerWebhooks = ReturnType<typeof createManagerWebhooks>;

/** Stores the webhooks of managers, which the platform calls when people add devices (managers 1.1). */
export function createManagerWebhooks({ db, clock, applications, outbound }: Dependencies) {
  const stored = prepareStored(db);
  const limit = createRateLimit('manager_webhooks', CHANGES_PER_MINUTE);

  /** Throws `not_found`, also for a client that is not a manager. */
  async function get(managerId: string): Promise<Manager> {
    const client = await applications.findById(managerId);
    if (client?.kind !== 'manager') throw new ApiError('not_found');
    return { client, webhooks: toWebhooks(await stored.get({ managerId })) };
  }

  return {
    get,

    /** Returns the webhooks of these managers, by id. */
    async ofManagers(managerIds: readonly string[]): Promise<ReadonlyMap<string, Webhooks>> {
      if (managerIds.length === 0) return new Map();
      const rows = await db.read
        .selectFrom('manager_webhooks')
        .select(['manager_id as id', ...webhookColumns])
        .where('manager_id', 'in', managerIds)
        .execute();
      return new Map(rows.map((row) => [row.id, toWebhooks(row)]));
    },

    /** Replaces the confirmation hash, with which the platform proves itself to the webhooks. */
    async renewHash(managerId: string, by: By): Promise<void> {
      await get(managerId);
      const entry = { ...by, action: 'manager.webhooks', detail: 'confirmation hash' } as const;
      await db.write((tx) => applications.renewConfirmationHash(tx, managerId, entry));
    },

    /**
     * Changes addresses, all or none, and returns the valid confirmation hash. It is a new one when an address
     * changed: who answers at the former address knows the former hash. Throws `invalid_request` naming the
     * address that the platform would not call.
     */
    async update(managerId: string, changes: WebhookChanges, by: By): Promise<string> {
      limit.take(managerId);
      for (const name of webhookNames) {
        const reason = changes[name] ? outbound.refuseUrl(changes[name]) : undefined;
        if (reason !== undefined) throw invalidField(name, reason);
      }
      const { client, webhooks } = await get(managerId);
      const changed = webhookNames.filter((name) => {
        const wanted = changes[name];
        return wanted !== undefined && (wanted ?? undefined) !== webhooks[name];
      });
      if (changed.length === 0) return client.confirmationHash;
      return db.write(async (tx) => {
        await storeWebhooks(tx, managerId, changes, clock.now());
        const entry = { ...by, action: 'manager.webhooks', detail: changed.join(', ') } as const;
        return applications.renewConfirmationHash(tx, managerId, entry);
      });
    },
  };
}

async function storeWebhooks(
  tx: Transaction,
  managerId: string,
  { authorize, receive_token, devices_list, select_device }: WebhookChanges,
  updated: number,
): Promise<void> {
  const columns = {
    authorize_url: authorize,
    receive_token_url: receive_token,
    devices_list_url: devices_list,
    select_device_url: select_device,
    updated,
  };
  await tx
    .insertInto('manager_webhooks')
    .values({ manager_id: managerId, ...columns })
    .onConflict((conflict) => conflict.column('manager_id').doUpdateSet(columns))
    .execute();
}

type Row = Record<`${WebhookName}_url`, string | null>;

function toWebhooks(row: Row | undefined): Webhooks {
  const set = webhookNames.flatMap((name) => {
    const url = row?.[`${name}_url`] ?? undefined;
    return url === undefined ? [] : [[name, url] as const];
  });
  return Object.fromEntries(set);
}

const webhookColumns = [
  'authorize_url',
  'receive_token_url',
  'devices_list_url',
  'select_device_url',
] as const;

const prepareStored = (db: Db) =>
  db.prepare<{ managerId: string }>()((kysely, p) =>
    kysely.selectFrom('manager_webhooks').select(webhookColumns).where('manager_id', '=', p('managerId')),
  );
