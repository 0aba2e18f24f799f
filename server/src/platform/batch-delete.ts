/** Deleting this many rows takes a few milliseconds, far below the time limit of a write. */
const DELETE_BATCH_SIZE = 500;

/**
 * Deletes any number of rows in short transactions: repeats a deletion of at most `limit` rows until it finds
 * fewer.
 */
export async function deleteInBatches(
  deleteBatch: (limit: number) => Promise<{ numDeletedRows: bigint }>,
  limit = DELETE_BATCH_SIZE,
): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await deleteBatch(limit);
    if (numDeletedRows < limit) return;
  }
}
