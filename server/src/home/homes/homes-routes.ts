import type { resources } from '@azulejo/contract';
import { type Handlers, subjectOf } from '../../core/access/index.ts';
import type { Homes } from './homes.ts';

/** Of a tile's operations the one that takes a device out of the home. */
export function homeHandlers(homes: Homes): Pick<Handlers<typeof resources.tiles>, 'remove'> {
  return {
    remove: async ({ input, context }) => {
      await homes.removeTile(subjectOf(context).id, input.tile_id);
      return { body: {} };
    },
  };
}
