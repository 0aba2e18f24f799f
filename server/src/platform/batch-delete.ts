/** A few milliseconds of deleting: others hardly wait, and a write's time limit is far. */
const DELETE_BATCH_SIZE = 500;

/** Repeats a deletion of at most `limit` rows until it finds fewer: any number of rows, in transactions that are short. */
export async function deleteInBatches(
  deleteBatch: (limit: number) => Promise<{ numDeletedRows: bigint }>,
  limit = DELETE_BATCH_SIZE,
): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await deleteBatch(limit);
    if (numDeletedRows < limit) return;
  }
}
