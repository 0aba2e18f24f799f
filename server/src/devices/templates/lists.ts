import { loadOutlines, type Outline } from '@azulejo/catalog';
import { sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import { byMaker, readStoredVersions, type TemplateSummary } from './stored-versions.ts';
import { prepareCounts } from './template-statements.ts';

/** A template of the catalogue that people can add as a virtual device, while no version of it is stored. */
export type OfferedTemplate = Outline & { version: 1 };

export type TemplateLists = {
  /** The newest version of each stored template, ordered by vendor and model. */
  readonly stored: readonly TemplateSummary[];
  /** The catalogue's other templates, without those that were deleted in the portal. */
  readonly offered: readonly OfferedTemplate[];
};

/** Members of templates that an editor suggests for others. */
export type SuggestedMembers = {
  readonly kind: string;
  /** The id of the page that opens for devices. */
  readonly interfaceId: string | null;
  readonly categories: readonly string[];
};

/** Lists templates without those of phones. Both lists are of the same moment. */
export function createTemplateLists(db: Db) {
  const counts = prepareCounts(db);

  async function lists(): Promise<TemplateLists> {
    const rows = await db.scan
      .selectFrom('templates')
      .select(['id', 'version', 'name', 'vendor', 'model', 'kind', 'removed'])
      .where('kind', '!=', 'context')
      .orderBy('id')
      .orderBy('version', 'desc')
      .execute();
    const ofEach = Map.groupBy(rows, ({ id }) => id);
    const stored = [...ofEach.values()].flatMap((versions) =>
      versions
        .filter(({ removed }) => removed === null)
        .slice(0, 1)
        .map(({ removed: _removed, ...summary }) => summary),
    );
    const outlines = await loadOutlines();
    return {
      stored: stored.toSorted(byMaker),
      offered: outlines.filter(({ id }) => !ofEach.has(id)).map((outline) => ({ ...outline, version: 1 })),
    };
  }

  return {
    lists,

    /** Returns the members that an editor suggests, each combination of a stored template once. */
    async suggestedMembers(): Promise<SuggestedMembers[]> {
      const { offered } = await lists();
      const ofOffered = offered.map((each) => ({ ...each, interfaceId: each.interface.uuid }));
      return [...ofOffered, ...(await readSuggestedMembers(db))];
    },

    /** Returns the ids of all stored templates, including deleted ones. */
    storedIds: async (): Promise<string[]> => [...(await readStoredVersions(db)).keys()],

    /** Returns a number that changes with the lists: versions are only added, and deleted ones stay deleted. */
    async revision(): Promise<number> {
      const { added = 0, removed = 0 } = (await counts.get({})) ?? {};
      return Number(added) + Number(removed);
    },

    /** Returns the newest version of each kind of device, ordered by vendor and model. */
    async list(): Promise<TemplateSummary[]> {
      const { stored, offered } = await lists();
      const summaries = offered.map(({ id, version, name, vendor, model, kind }) => ({
        id,
        version,
        name,
        vendor,
        model,
        kind,
      }));
      return [...stored, ...summaries].toSorted(byMaker);
    },
  };
}

/**
 * Reads members of the newest version of each stored template. The database extracts them, because parsing all
 * definitions takes long, and would displace those in use from the cache.
 */
async function readSuggestedMembers(db: Db): Promise<SuggestedMembers[]> {
  const definition = sql.ref('templates.definition_json');
  const categories =
    db.engine === 'sqlite'
      ? sql<string>`${definition} -> 'categories'`
      : sql<string>`(${definition}::json -> 'categories')::text`;
  const rows = await db.scan
    .selectFrom('templates')
    .select(['kind', 'interface_uuid as interfaceId', categories.as('categories')])
    .distinct()
    .where('kind', '!=', 'context')
    .where('removed', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('templates as newer')
            .select('newer.id')
            .whereRef('newer.id', '=', 'templates.id')
            .whereRef('newer.version', '>', 'templates.version')
            .where('newer.removed', 'is', null),
        ),
      ),
    )
    .execute();
  return rows.map((row) => ({ ...row, categories: JSON.parse(row.categories) as string[] }));
}
