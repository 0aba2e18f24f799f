import type { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { Homes } from './homes.ts';

/** Handles the one operation on tiles that can remove a device from the home. */
export function homeHandlers(homes: Homes): Pick<Handlers<typeof resources.tiles>, 'remove'> {
  return {
    remove: async ({ input, context }) => {
      await homes.removeTile(context.subject.id, input.tile_id);
      return { body: {} };
    },
  };
}
