import { contextTemplate, whereaboutsProperties } from '@azulejo/catalog';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { BoundStatement } from '../../platform/storage/index.ts';
import type { Channels } from '../channels/index.ts';
import type { Templates } from '../templates/index.ts';
import type { Tiles } from '../tiles/index.ts';

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

const whereabouts: ReadonlySet<string> = new Set(whereaboutsProperties);
const USERS_AT_ONCE = 100;

/** What a user's own phone knows of the user: a channel of its own, which nobody else stands behind. */
export function createContext(dependencies: Dependencies) {
  const { db, clock, templates, channels, tiles, allowsLocation, kept } = dependencies;
  const without = db.prepare<{ after: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('users')
      .leftJoin('channels', 'channels.context_of', 'users.id')
      .select(['users.id', 'users.client_id as clientId'])
      .where('users.id', '>', p('after'))
      .where('channels.id', 'is', null)
      .orderBy('users.id')
      .limit(p('limit')),
  );
  const forget = db.prepare<{ propertyId: string; before: number }>()((kysely, p) =>
    kysely
      .deleteFrom('property_values')
      .where('channel_id', 'in', (eb) =>
        eb.selectFrom('channels').select('id').where('context_of', 'is not', null),
      )
      .where('property_id', '=', p('propertyId'))
      .where('timestamp', '<', p('before')),
  );

  /** The channel, its area and its tiles, for the unit that makes the user. Without its template there is no context yet. */
  async function statementsFor(user: Owner): Promise<BoundStatement[]> {
    const template = await templates.getLatest(contextTemplate.id);
    const { channel, statements } = channels.contextStatements({ user, template });
    return [...statements, ...tiles.contextStatements(user.id, channel, template)];
  }

  return {
    statementsFor,

    /** For users of before there were any. Another server may do the same: each user gets one. */
    async addMissing(): Promise<void> {
      for (let after = ''; ; ) {
        const users = await without.all({ after, limit: USERS_AT_ONCE });
        for (const user of users) await db.unit(await statementsFor(user));
        const last = users.at(-1);
        if (!last) return;
        after = last.id;
      }
    },

    /** A user may not wish its phone to say where it is, was or moved. */
    isUnwanted: async (userId: string, propertyId: string): Promise<boolean> =>
      whereabouts.has(propertyId) && !(await allowsLocation(userId)),

    /** Forgets the last values that are older than their history is kept. */
    async prune(): Promise<void> {
      const now = clock.now();
      const statements = whereaboutsProperties.flatMap((propertyId) => {
        const seconds = kept.get(propertyId);
        return seconds === undefined ? [] : [forget.bind({ propertyId, before: now - seconds * 1000 })];
      });
      if (statements.length > 0) await db.unit(statements);
    },
  };
}
