import { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Users } from '../../identity/users/index.ts';
import type { Tiles } from '../tiles/index.ts';
import { createHomes, type Homes } from './homes.ts';
import { createRemovedDevices } from './removed-devices.ts';

type Needs = Platform & {
  audit: Audit;
  channels: Channels;
  templates: Templates;
  tiles: Tiles;
  users: Users;
};

/** Adds devices to users' homes and removes them. */
export function homeDevicesFeature(needs: Needs) {
  const homes = createHomes({ ...needs, maxDevices: needs.config.maxDevicesPerHome });
  const removedDevices = createRemovedDevices(needs.db);
  const prune = () => removedDevices.prune(needs.clock.now() - needs.retention.history * 1000);
  const { remove } = resources.tiles;
  return {
    api: { homes, removedDevices },
    routes: ({ serve }) => serve({ remove }, homeHandlers(homes)),
    jobs: [cleanup('removed devices', prune)],
  } satisfies Feature;
}

/** Handles the one operation on tiles that can remove a device from the home. */
function homeHandlers(homes: Homes): Pick<Handlers<typeof resources.tiles>, 'remove'> {
  return {
    remove: async ({ input, context }) => {
      await homes.removeTile(context.home, input.tile_id);
      return { body: {} };
    },
  };
}
