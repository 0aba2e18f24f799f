import { MAX_NAME_LENGTH } from '@azulejo/contract';
import type { Db, Transaction } from '../../database/index.ts';
import { deleteInBatches } from '../../platform/batch-delete.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import type { DeviceRequest, FoundAtMaker } from '../makers/index.ts';

/** A device that a user may add, under the platform's own id for it. */
export type Found = FoundAtMaker & {
  readonly id: string;
  /** The channel, once the device was added. */
  readonly channelId: string | undefined;
  /** When it was added; 0 if it was not. */
  readonly added: number;
};

export type DeviceScope = Pick<DeviceRequest, 'userId' | 'templateId'> & {
  readonly managerId: string | undefined;
};

/** How long people have to choose from what was found. */
export const FOUND_MS = 3600 * 1000;
/** Maximum number of devices that a person sees of one kind. The others a maker lists are left out. */
const MAX_FOUND = 200;

export type FoundDevices = ReturnType<typeof createFoundDevices>;

/** Stores the devices that makers listed for each user, until they are added or an hour has passed. */
export function createFoundDevices(db: Db, clock: Clock) {
  const found = prepareFound(db);
  const list = async ({ userId, templateId, managerId }: DeviceScope): Promise<Found[]> =>
    (await found.all({ userId, templateId, managerId: managerId ?? '', now: clock.now() })).map(toFound);

  return {
    list,

    /** Replaces what was found before. With `keepsIds`, devices that were listed before keep their ids. */
    async replace(
      tx: Transaction,
      scope: DeviceScope,
      devices: readonly FoundAtMaker[],
      { keepsIds }: { keepsIds: boolean },
    ): Promise<void> {
      const former = keepsIds ? await listedBefore(tx, scope, clock.now()) : undefined;
      await tx
        .deleteFrom('found_devices')
        .where('user_id', '=', scope.userId)
        .where('template_id', '=', scope.templateId)
        .execute();
      const expires = clock.now() + FOUND_MS;
      const rows = devices.slice(0, MAX_FOUND).map((device, position) => {
        const { id = newId(), channelId = null, added = 0 } = former?.get(device.remoteKey) ?? {};
        return { ...toRow(scope, device), id, position, expires, channel_id: channelId, added };
      });
      if (rows.length > 0) await tx.insertInto('found_devices').values(rows).execute();
    },

    /** Records that the device was added. */
    async markAdded(tx: Transaction, { userId }: DeviceScope, id: string, channelId: string): Promise<void> {
      await tx
        .updateTable('found_devices')
        .set({ channel_id: channelId, added: clock.now() })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute();
    },

    /** Removes devices that are not found any more, because they were added. */
    async remove(tx: Transaction, { userId }: DeviceScope, ids: readonly string[]): Promise<void> {
      await tx.deleteFrom('found_devices').where('user_id', '=', userId).where('id', 'in', ids).execute();
    },

    /** Deletes devices that were found and never added. */
    prune: (): Promise<void> =>
      deleteInBatches((most) => db.write((tx) => deleteExpired(tx, clock.now(), most))),
  };
}

/** Returns what was listed before by the maker's id, within the transaction that replaces it. */
async function listedBefore(tx: Transaction, { userId, templateId, managerId }: DeviceScope, now: number) {
  const rows = await tx
    .selectFrom('found_devices')
    .select(columns)
    .where('user_id', '=', userId)
    .where('template_id', '=', templateId)
    .where('manager_id', managerId === undefined ? 'is' : '=', managerId ?? null)
    .where('expires', '>', now)
    .execute();
  return new Map(rows.map((row) => [row.remoteKey, toFound(row)]));
}

const toRow = (
  { userId, templateId, managerId }: DeviceScope,
  { remoteKey, name, photoUrl }: FoundAtMaker,
) => ({
  user_id: userId,
  template_id: templateId,
  manager_id: managerId ?? null,
  remote_key: remoteKey,
  name: name.slice(0, MAX_NAME_LENGTH),
  photo_url: photoUrl ?? null,
});

const columns = [
  'id',
  'name',
  'remote_key as remoteKey',
  'photo_url as photoUrl',
  'channel_id as channelId',
  'added',
] as const;

type Row = Omit<Found, 'photoUrl' | 'channelId'> & { photoUrl: string | null; channelId: string | null };

const toFound = (row: Row): Found => ({
  ...row,
  photoUrl: row.photoUrl ?? undefined,
  channelId: row.channelId ?? undefined,
});

function prepareFound(db: Db) {
  return db.prepare<{ userId: string; templateId: string; managerId: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('found_devices')
      .select(columns)
      .where('user_id', '=', p('userId'))
      .where('template_id', '=', p('templateId'))
      .where((eb) => eb(eb.fn.coalesce('manager_id', eb.val('')), '=', p('managerId')))
      .where('expires', '>', p('now'))
      .orderBy('position'),
  );
}

function deleteExpired(tx: Transaction, now: number, most: number) {
  // This selects by the whole key, because the id alone has no index.
  return tx
    .deleteFrom('found_devices')
    .where((eb) =>
      eb(
        eb.refTuple('user_id', 'id'),
        'in',
        eb
          .selectFrom('found_devices as due')
          .select(['due.user_id', 'due.id'])
          .where('due.expires', '<', now)
          .limit(most)
          .$asTuple('user_id', 'id'),
      ),
    )
    .executeTakeFirstOrThrow();
}
