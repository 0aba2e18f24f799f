import type { Transaction } from '../../database/index.ts';
import type { VersionedTemplate } from '../templates/index.ts';

/**
 * Gives channels another template, or another version of theirs. A new period begins, because their history may be
 * that of other properties now.
 */
export async function setTemplate(
  tx: Transaction,
  channelIds: readonly string[],
  { id, version }: Pick<VersionedTemplate, 'id' | 'version'>,
  now: number,
): Promise<void> {
  await tx
    .updateTable('channels')
    .set((eb) => ({
      template_id: id,
      template_version: version,
      updated: now,
      period: eb('period', '+', 1),
      revision: eb('revision', '+', 1),
    }))
    .where('id', 'in', channelIds)
    .execute();
}
