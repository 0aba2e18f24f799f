/** A few milliseconds of deleting: others hardly wait, and a write's time limit is far. */
const STEP_ROWS = 500;

/** Repeats a deletion of at most `limit` rows until it finds fewer: any number of rows, in transactions that are short. */
export async function deleteInSteps(
  deleteSome: (limit: number) => Promise<{ numDeletedRows: bigint }>,
  limit = STEP_ROWS,
): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await deleteSome(limit);
    if (numDeletedRows < limit) return;
  }
}
