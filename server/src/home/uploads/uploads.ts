import { sql } from 'kysely';
import type { Db, Transaction } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { createConcurrentCalls } from '../../platform/concurrent-calls.ts';
import type { Files, StoredFile } from '../../platform/files/index.ts';
import { createSerializer } from '../../platform/serialize-by-key.ts';

const MEGABYTE = 1024 * 1024;
/** Bytes that a file takes in addition to its content: a partly filled block, and its row. */
const OVERHEAD_BYTES = 4096;
/** Pictures of an owner that wait to be stored, each of a few megabytes. Others may upload the same pictures. */
const MAX_AT_A_TIME = 10;
/** Names of pictures, and of those that a killed process left half written. */
const PICTURE = /\.(png|jpg|part)$/;
/** Longer than any upload takes between writing its file and its row. */
const UNCLAIMED_MS = 24 * 3600 * 1000;
/** Names per query, since SQLite and PostgreSQL limit the parameters of a statement. */
const NAMES_BATCH_SIZE = 500;

type Dependencies = { db: Db; clock: Clock; files: Files; quota: number };

export type NewUpload = {
  id: string;
  ownerId: string;
  bytes: Buffer;
  type: string;
  width: number;
  height: number;
};

export type Uploads = ReturnType<typeof createUploads>;

/**
 * Stores pictures as files, and rows with their owners. Owners with the same picture share one file. Rows are
 * deleted with their owner only, because clients may use the URL where the platform does not see it.
 */
export function createUploads({ db, clock, files, quota }: Dependencies) {
  const bounded = createConcurrentCalls('uploads', MAX_AT_A_TIME);
  const inTurn = createSerializer();

  async function store(upload: NewUpload): Promise<void> {
    // Checked before the file is written, and again in the transaction, because uploads of one owner may
    // run in parallel.
    await requireRoom(db.read, upload, quota);
    const row = {
      id: upload.id,
      owner_id: upload.ownerId,
      content_type: upload.type,
      bytes: upload.bytes.length,
      width: upload.width,
      height: upload.height,
      created: clock.now(),
    };
    // The file is written first, so that a row never refers to a missing file. A file without row is swept later.
    await inTurn(upload.id, async () => {
      await files.put(upload.id, upload.bytes);
      await db.write(async (tx) => {
        await requireRoom(tx, upload, quota);
        await tx
          .insertInto('uploads')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
      // Another server may have removed it meanwhile, because it had no row yet.
      if (!(await files.find(upload.id))) await files.put(upload.id, upload.bytes);
    });
  }

  return {
    /** Throws `quota_exceeded` or `too_many_requests`. */
    store: (upload: NewUpload): Promise<void> => bounded(upload.ownerId, () => store(upload)),

    /** Returns the pictures of an owner, whose rows are about to be deleted. */
    idsOf: async (ownerId: string): Promise<string[]> =>
      (await db.read.selectFrom('uploads').select('id').where('owner_id', '=', ownerId).execute()).map(
        ({ id }) => id,
      ),

    /** Deletes the files that nobody has any more, at once. A picture that is just being uploaded has its turn. */
    async removeUnclaimed(ids: readonly string[]): Promise<void> {
      for (const id of ids)
        await inTurn(id, async () => {
          if (await isClaimed(db, id)) return;
          const file = await files.find(id);
          if (file) await removeUnclaimed({ db, files }, file);
        });
    },

    get: files.get,

    sweep: createSweep({ db, clock, files }),
  };
}

/**
 * Returns a function that deletes files without a row: their owners were deleted, or a crash or a full quota
 * prevented the row.
 */
const createSweep = ({ db, clock, files }: Omit<Dependencies, 'quota'>) =>
  async function sweep(): Promise<void> {
    const end = clock.now() - UNCLAIMED_MS;
    const sweepSome = async (some: readonly StoredFile[]) => {
      const names = some.map(({ name }) => name);
      const rows = await db.read.selectFrom('uploads').select('id').where('id', 'in', names).execute();
      const claimed = new Set(rows.map(({ id }) => id));
      for (const file of some) if (!claimed.has(file.name)) await removeUnclaimed({ db, files }, file);
    };
    let old: StoredFile[] = [];
    for await (const file of files.list()) {
      if (file.putAt < end && PICTURE.test(file.name)) old.push(file);
      if (old.length < NAMES_BATCH_SIZE) continue;
      await sweepSome(old);
      old = [];
    }
    if (old.length > 0) await sweepSome(old);
  };

/**
 * Removes a file that had no row. A server beside this one may be storing the same picture: either it finds the file
 * gone after its row is committed, or its row is found here, and the file is put back.
 */
async function removeUnclaimed(
  { db, files }: Pick<Dependencies, 'db' | 'files'>,
  file: StoredFile,
): Promise<void> {
  const bytes = await files.get(file.name);
  await files.remove(file);
  if (bytes && (await isClaimed(db, file.name))) await files.put(file.name, bytes);
}

const isClaimed = async (db: Db, id: string): Promise<boolean> =>
  (await db.read.selectFrom('uploads').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/**
 * Throws `quota_exceeded` when the owner's quota is used up. A picture the owner already has counts once.
 */
async function requireRoom(
  reader: Db['read'] | Transaction,
  upload: NewUpload,
  quota: number,
): Promise<void> {
  const { owned, used } = await reader
    .selectFrom('uploads')
    .select([
      sql<number | string>`coalesce(sum(bytes + ${sql.lit(OVERHEAD_BYTES)}), 0)`.as('used'),
      sql<number | string>`coalesce(sum(case when id = ${upload.id} then 1 else 0 end), 0)`.as('owned'),
    ])
    .where('owner_id', '=', upload.ownerId)
    .executeTakeFirstOrThrow();
  if (Number(owned) > 0) return;
  if (Number(used) + upload.bytes.length + OVERHEAD_BYTES > quota)
    throw new ApiError('quota_exceeded', {
      detail: `The pictures of one owner may take at most ${Math.round(quota / MEGABYTE)} MB in total, including those that are no longer used. The operator can raise UPLOAD_QUOTA_MB.`,
    });
}
