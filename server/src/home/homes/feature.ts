import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Users } from '../../people/users/index.ts';
import type { Tiles } from '../tiles/index.ts';
import { createHomes } from './homes.ts';
import { homeHandlers } from './homes-routes.ts';

type Needs = Platform & {
  audit: Audit;
  channels: Channels;
  templates: Templates;
  tiles: Tiles;
  users: Users;
};

/** Adds devices to users' homes and removes them. */
export function homesFeature(needs: Needs) {
  const homes = createHomes(needs);
  const { remove } = resources.tiles;
  return {
    api: { homes },
    routes: ({ serve }) => serve({ remove }, homeHandlers(homes)),
  } satisfies Feature;
}
