import type { Transaction } from '../../database/index.ts';

/** Moves channels to another version of their template. */
export async function setTemplateVersion(
  tx: Transaction,
  channelIds: readonly string[],
  version: number,
  now: number,
): Promise<void> {
  await tx
    .updateTable('channels')
    .set((eb) => ({ template_version: version, updated: now, revision: eb('revision', '+', 1) }))
    .where('id', 'in', channelIds)
    .execute();
}
