import { type ChannelTemplate, isStorableText } from '@azulejo/contract';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import { checkTemplate } from './check-template.ts';
import { loadServed } from './served.ts';
import { byMaker, exists, isSettled, readStoredVersions, toRow } from './stored-versions.ts';

/** A template at one of its versions. */
export type VersionedTemplate = ChannelTemplate & { version: number };

export type TemplateSummary = {
  id: string;
  version: number;
  name: string;
  vendor: string;
  model: string;
  kind: string;
};

/** Maximum number of cached parsed definitions, about 30 KB each. They never change under their version. */
const MAX_PARSED = 500;

export type Templates = ReturnType<typeof createTemplates>;

export function createTemplates({ db, clock }: { db: Db; clock: Clock }) {
  const parsed = new LRUCache<string, VersionedTemplate>({ max: MAX_PARSED });
  const byVersion = db.prepare<{ id: string; version: number }>()((kysely, p) =>
    kysely
      .selectFrom('templates')
      .select('definition_json')
      .where('id', '=', p('id'))
      .where('version', '=', p('version')),
  );
  const latestVersion = db.prepare<{ id: string }>()((kysely, p) =>
    kysely
      .selectFrom('templates')
      .select('version')
      .where('id', '=', p('id'))
      .where('removed', 'is', null)
      .orderBy('version', 'desc')
      .limit(1),
  );
  const counts = db.prepare<Record<never, never>>()((kysely) =>
    kysely
      .selectFrom('templates')
      .select((eb) => [eb.fn.countAll<number>().as('added'), eb.fn.count<number>('removed').as('removed')]),
  );
  const byInterface = db.prepare<{ uuid: string }>()((kysely, p) =>
    kysely.selectFrom('templates').select('id').where('interface_uuid', '=', p('uuid')).limit(1),
  );

  const insert = prepareInsert(db);

  async function get(id: string, version: number): Promise<VersionedTemplate> {
    const key = `${id}@${version}`;
    const known = parsed.get(key);
    if (known) return known;
    const row = await byVersion.get({ id, version });
    if (!row)
      throw new Problem('not_found', {
        detail: `There is no channel template "${id}" of version ${version}.`,
      });
    const template = { ...(JSON.parse(row.definition_json) as ChannelTemplate), version };
    parsed.set(key, template);
    return template;
  }

  return {
    get,

    async getLatest(id: string): Promise<VersionedTemplate> {
      const row = await latestVersion.get({ id });
      if (!row) throw new Problem('not_found', { detail: `There is no channel template "${id}".` });
      return get(id, row.version);
    },

    /** Returns a number that changes with `list`: versions are only added, and deleted ones stay deleted. */
    async revision(): Promise<number> {
      const { added = 0, removed = 0 } = (await counts.get({})) ?? {};
      return Number(added) + Number(removed);
    },

    /** Returns whether any version of any template opens the page with this id. */
    async hasInterface(uuid: string): Promise<boolean> {
      return isStorableText(uuid) && (await byInterface.get({ uuid })) !== undefined;
    },

    /** Returns the newest version of each kind of device, ordered by vendor and model. */
    async list(): Promise<TemplateSummary[]> {
      const rows = await db.read
        .selectFrom('templates')
        .select(['id', 'version', 'name', 'vendor', 'model', 'kind'])
        .where('kind', '!=', 'context')
        .where('removed', 'is', null)
        .orderBy('id')
        .orderBy('version', 'desc')
        .execute();
      const newest = [...Map.groupBy(rows, (row) => row.id).values()].flatMap((versions) =>
        versions.slice(0, 1),
      );
      return newest.toSorted(byMaker);
    },

    /**
     * Stores what is new: an unknown template as version 1, a changed one as its next version. Trusted
     * definitions come from the catalogue and do not replace edits made in the portal. Returns the summaries
     * of what was stored. Throws `invalid_request` naming the invalid members, and then stores nothing.
     */
    async import(
      definitions: readonly ChannelTemplate[],
      { areTrusted }: { areTrusted: boolean },
    ): Promise<TemplateSummary[]> {
      if (!areTrusted) {
        const served = await loadServed();
        for (const definition of definitions) checkTemplate(definition, served);
      }
      const stored = await readStoredVersions(db);
      const changed = definitions.flatMap((definition) => {
        const versions = stored.get(definition.id) ?? [];
        const version = (versions.at(-1)?.version ?? 0) + 1;
        const row = toRow(definition, { version, authorId: null, now: clock.now() });
        const isNew = !(areTrusted ? isSettled : exists)(versions, row.definition_hash);
        return isNew ? [row] : [];
      });
      if (changed.length > 0) await db.unit(changed.map((row) => insert.bind(row)));
      return changed.map(({ id, version, name, vendor, model, kind }) => ({
        id,
        version,
        name,
        vendor,
        model,
        kind,
      }));
    },
  };
}

/** Does nothing when another server that starts at the same time has inserted the version already. */
function prepareInsert(db: Db) {
  return db.prepare<ReturnType<typeof toRow>>()((kysely, p) =>
    kysely
      .insertInto('templates')
      .values({
        id: p('id'),
        version: p('version'),
        name: p('name'),
        vendor: p('vendor'),
        model: p('model'),
        kind: p('kind'),
        interface_uuid: p('interface_uuid'),
        definition_json: p('definition_json'),
        definition_hash: p('definition_hash'),
        author_id: p('author_id'),
        created: p('created'),
      })
      .onConflict((conflict) => conflict.doNothing()),
  );
}
