import { contextTemplate, locationPropertyIds } from '@azulejo/catalog';
import type { BoundStatement } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tiles } from '../tiles/index.ts';
import { createPrune } from './prune.ts';
import { createUpdates } from './updates.ts';

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
