import { tileLabel } from '@azulejo/model';
import type { Transaction } from '../../database/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';

/** Returns a function that renames the tiles of a channel, apart from those that a user renamed. */
export const createRenameTiles =
  (clock: Clock) =>
  async (
    tx: Transaction,
    channel: { readonly id: string; readonly name: string },
    { tiles }: VersionedTemplate,
    name: string,
  ): Promise<void> => {
    for (const [index, drawing] of tiles.entries())
      await tx
        .updateTable('tiles')
        .set((eb) => ({
          label: tileLabel(name, drawing),
          updated: clock.now(),
          revision: eb('revision', '+', 1),
        }))
        .where('channel_id', '=', channel.id)
        .where('template_tile', '=', index)
        .where('label', '=', tileLabel(channel.name, drawing))
        .execute();
  };
