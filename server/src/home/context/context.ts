import { contextTemplate, locationPropertyIds } from '@azulejo/catalog';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { BoundStatement } from '../../platform/storage/index.ts';
import type { Tiles } from '../tiles/index.ts';
import { createPrune } from './prune.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  templates: Templates;
  channels: Channels;
  tiles: Tiles;
  /** Whether the user lets its phone say where it is. */
  allowsLocation: (userId: string) => Promise<boolean>;
  /** How long what a phone told of a property is kept, seconds. */
  kept: ReadonlyMap<string, number>;
};

type Owner = { id: string; clientId: string };

export type Context = ReturnType<typeof createContext>;

const locationProperties: ReadonlySet<string> = new Set(locationPropertyIds);
/** A reader thread reads a page of users in a few milliseconds. */
const USERS_PER_PAGE = 1_000;

/** What a user's own phone knows of the user: a channel of its own, which nobody else stands behind. */
export function createContext(dependencies: Dependencies) {
  const { db, clock, templates, channels, tiles, allowsLocation, kept } = dependencies;
  const usersAfter = db.prepare<{ after: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom((eb) =>
        eb
          .selectFrom('users')
          .select(['id', 'client_id as clientId', 'state'])
          .where('id', '>', p('after'))
          .orderBy('id')
          .limit(p('limit'))
          .as('some'),
      )
      .leftJoin('channels', 'channels.context_of', 'some.id')
      .select(['some.id', 'some.clientId', 'some.state', 'channels.id as channelId'])
      .orderBy('some.id'),
  );
  const prune = createPrune(db, kept);
  let isStopped = false;

  /** The channel, its area and its tiles, for the unit that makes the user. Without its template there is no context yet. */
  async function statementsFor(user: Owner): Promise<BoundStatement[]> {
    const template = await templates.getLatest(contextTemplate.id);
    const { channel, statements } = channels.contextStatements({ user, template });
    return [...statements, ...tiles.contextStatements(user.id, channel, template)];
  }

  return {
    statementsFor,

    /** Adds those of users who registered before there were any. Another server may do the same: each user gets one. */
    async addMissing(): Promise<void> {
      for (let after = ''; !isStopped; ) {
        const users = await usersAfter.scan({ after, limit: USERS_PER_PAGE });
        for (const { id, clientId, state, channelId } of users) {
          if (isStopped) return;
          if (channelId === null && state !== 'removed') await db.unit(await statementsFor({ id, clientId }));
        }
        const last = users.at(-1);
        if (!last) return;
        after = last.id;
      }
    },

    /** What `addMissing` has not done yet is left to the next start. */
    stopAdding(): void {
      isStopped = true;
    },

    /** A user may not wish its phone to say where it is, was or moved. */
    isUnwanted: async (userId: string, propertyId: string): Promise<boolean> =>
      locationProperties.has(propertyId) && !(await allowsLocation(userId)),

    /** Forgets the last values that are older than their history is kept. */
    prune: (): Promise<void> => prune(clock.now()),
  };
}
