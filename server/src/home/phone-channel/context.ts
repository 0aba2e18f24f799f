import { contextTemplate, locationPropertyIds } from '@azulejo/catalog';
import type { BoundStatement } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tiles } from '../tiles/index.ts';
import { createPrune } from './prune.ts';
import { prepareUsersAfter } from './read-models/users-after.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  templates: Templates;
  channels: Channels;
  tiles: Tiles;
  /** Whether the user allows its phone to report the location. */
  allowsLocation: (userId: string) => Promise<boolean>;
  /** How long what a phone reported of a property is kept, in seconds. */
  kept: ReadonlyMap<string, number>;
};

type Owner = { id: string; clientId: string };

export type Context = ReturnType<typeof createContext>;

const locationProperties: ReadonlySet<string> = new Set(locationPropertyIds);

/** Manages the context channels, on which users' own phones report and which only their users can use. */
export function createContext(dependencies: Dependencies) {
  const { db, clock, templates, channels, tiles, allowsLocation, kept } = dependencies;
  const prune = createPrune(db, kept);

  /**
   * Returns the statements that create the channel, its area and its tiles, for the unit that creates the
   * user. Throws `not_found` while the context template is missing.
   */
  async function statementsFor(user: Owner): Promise<BoundStatement[]> {
    const template = await templates.getLatest(contextTemplate.id);
    const { channel, statements } = channels.contextStatements({ user, template });
    return [...statements, ...tiles.contextStatements(user.id, channel, template)];
  }

  return {
    statementsFor,
    ...createUpdates({ ...dependencies, statementsFor }),

    /**
     * Returns whether to drop a report: a user may disallow that its phone reports where it is, was or moved.
     */
    isUnwanted: async (userId: string, propertyId: string): Promise<boolean> =>
      locationProperties.has(propertyId) && !(await allowsLocation(userId)),

    /** Deletes last values older than the retention of their history. */
    prune: (): Promise<void> => prune(clock.now()),
  };
}

type UpdatesDependencies = {
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
function createUpdates({ db, templates, channels, tiles, statementsFor }: UpdatesDependencies) {
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
