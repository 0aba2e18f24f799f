import { contextTemplate } from '@azulejo/catalog';
import type { BoundStatement } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Tiles } from '../tiles/index.ts';
import { prepareUsersAfter } from './read-models/users-after.ts';

type Dependencies = {
  db: Db;
  templates: Templates;
  channels: Channels;
  tiles: Tiles;
  statementsFor: (user: { id: string; clientId: string }) => Promise<BoundStatement[]>;
};

/**
 * Users of the first page, which is read without a thread: one leaves the server with 17 MB more after its end, and most
 * servers have fewer users.
 */
const USERS_OF_FIRST_PAGE = 200;
/** Users per page: a reader thread reads a page in a few milliseconds. */
const USERS_PER_PAGE = 1_000;

/** Updates the context channels of all users after an upgrade of the server. */
export function createUpdates({ db, templates, channels, tiles, statementsFor }: Dependencies) {
  const usersAfter = prepareUsersAfter(db);
  let isStopped = false;

  return {
    /**
     * Creates the missing context channels of users who registered before the feature existed, and moves the
     * others to the newest version of the template. Several servers may do so at the same time: each user gets one.
     */
    async bringUpToDate(): Promise<void> {
      const template = await templates.getLatest(contextTemplate.id);
      let users = await usersAfter.all({ after: '', limit: USERS_OF_FIRST_PAGE });
      let limit = USERS_OF_FIRST_PAGE;
      while (!isStopped) {
        for (const { id, clientId, state, channelId, templateVersion } of users) {
          if (isStopped) return;
          if (state === 'removed') continue;
          if (channelId === null) await db.unit(await statementsFor({ id, clientId }));
          else if ((templateVersion ?? 0) < template.version)
            await db.unit([
              channels.moveContextStatement(channelId, template),
              ...tiles.newContextTiles(id, channelId, template),
            ]);
        }
        const last = users.at(-1);
        if (!last || users.length < limit) return;
        limit = USERS_PER_PAGE;
        users = await usersAfter.scan({ after: last.id, limit });
      }
    },

    /** Stops `bringUpToDate`; the next start continues. */
    stopUpdating(): void {
      isStopped = true;
    },
  };
}
