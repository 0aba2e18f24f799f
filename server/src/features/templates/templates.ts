import { createHash } from 'node:crypto';
import { type ChannelTemplate, isStorableText } from '@azulejo/contract';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import { checkTemplate } from './check-template.ts';

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

/** Definitions never change under their version, so parsed ones are kept; 500 of about 30 KB each. */
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
      .orderBy('version', 'desc')
      .limit(1),
  );

  const count = db.prepare<Record<never, never>>()((kysely) =>
    kysely.selectFrom('templates').select((eb) => eb.fn.countAll<number>().as('count')),
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

    /** Differs whenever `list` may: versions are only ever added. */
    revision: async (): Promise<number> => (await count.get({}))?.count ?? 0,

    /** Whether any version of any template opens the page of this id. */
    async hasInterface(uuid: string): Promise<boolean> {
      return isStorableText(uuid) && (await byInterface.get({ uuid })) !== undefined;
    },

    /** The newest version of each kind of device, by vendor and model. */
    async list(): Promise<TemplateSummary[]> {
      const rows = await db.read
        .selectFrom('templates')
        .select(['id', 'version', 'name', 'vendor', 'model', 'kind'])
        .where('kind', '!=', 'context')
        .orderBy('vendor')
        .orderBy('model')
        .orderBy('version', 'desc')
        .execute();
      return [...Map.groupBy(rows, (row) => row.id).values()].flatMap((versions) => versions.slice(0, 1));
    },

    /**
     * Stores what is new: an unknown template as version 1, a changed one beside its earlier versions. What any version
     * holds is not new: a server of an earlier release that starts later would hide the newer one. Answers the
     * summaries of what was stored. Throws `invalid_request` naming the member that is wrong, and stores nothing.
     */
    async import(
      definitions: readonly ChannelTemplate[],
      options: { areTrusted: boolean },
    ): Promise<TemplateSummary[]> {
      if (!options.areTrusted) for (const definition of definitions) checkTemplate(definition);
      const stored = await storedVersions(db);
      const changed = definitions.flatMap((definition) => {
        const text = JSON.stringify(definition);
        const hash = createHash('sha256').update(text).digest('base64url');
        const versions = stored.get(definition.id) ?? [];
        if (versions.some((each) => each.hash === hash)) return [];
        const newest = Math.max(0, ...versions.map(({ version }) => version));
        return [toRow(definition, text, hash, newest + 1, clock.now())];
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

async function storedVersions(db: Db): Promise<Map<string, { version: number; hash: string }[]>> {
  const rows = await db.read
    .selectFrom('templates')
    .select(['id', 'version', 'definition_hash as hash'])
    .execute();
  return Map.groupBy(rows, ({ id }) => id);
}

function toRow(definition: ChannelTemplate, text: string, hash: string, version: number, now: number) {
  const { id, name, vendor, model, kind } = definition;
  return {
    id,
    version,
    name,
    vendor,
    model,
    kind,
    interface_uuid: definition.interface.uuid,
    definition_json: text,
    definition_hash: hash,
    created: now,
  };
}

/** Another server that starts at the same time may have stored it already. */
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
        created: p('created'),
      })
      .onConflict((conflict) => conflict.doNothing()),
  );
}
