import type { Transaction } from '../../database/index.ts';
import type { VersionedTemplate } from '../templates/index.ts';

/** Gives channels another template, or another version of theirs. */
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
      revision: eb('revision', '+', 1),
    }))
    .where('id', 'in', channelIds)
    .execute();
}
