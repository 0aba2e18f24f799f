import { hash } from 'node:crypto';
import { type ChannelTemplate, isStorableText, type TemplateProperty } from '@azulejo/contract';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { createAdoption, unknownTemplate } from './adopt-template.ts';
import { createTemplateLists } from './lists.ts';
import type { VersionedTemplate } from './stored-versions.ts';
import { createTemplateImport } from './template-import.ts';
import { prepareByInterface, prepareByVersion, prepareLatestVersion } from './template-statements.ts';

/** Maximum number of cached parsed definitions, about 30 KB each. They never change under their version. */
const MAX_PARSED = 500;

export type Templates = ReturnType<typeof createTemplates>;

export function createTemplates({ db, clock }: { db: Db; clock: Clock }) {
  const parsed = new LRUCache<string, VersionedTemplate>({ max: MAX_PARSED });
  const shareProperties = createPropertySharing();
  const byVersion = prepareByVersion(db);
  const latestVersion = prepareLatestVersion(db);
  const byInterface = prepareByInterface(db);
  const importTemplates = createTemplateImport({ db, clock });

  /**
   * Returns one version. It may read the database, so it must not be called inside `write`. Throws `not_found`.
   */
  async function get(id: string, version: number): Promise<VersionedTemplate> {
    const key = `${id}@${version}`;
    const known = parsed.get(key);
    if (known) return known;
    const row = await byVersion.get({ id, version });
    if (!row)
      throw new ApiError('not_found', {
        detail: `There is no channel template "${id}" of version ${version}.`,
      });
    const template = { ...shareProperties(JSON.parse(row.definition_json) as ChannelTemplate), version };
    parsed.set(key, template);
    return template;
  }

  async function findLatest(id: string): Promise<VersionedTemplate | undefined> {
    const row = await latestVersion.get({ id });
    return row && get(id, row.version);
  }
  const { adopt, adoptAll, find, findListed } = createAdoption({ db, findLatest, importTemplates });

  return {
    get,

    /** Returns the newest stored version. Throws `not_found`. */
    async getLatest(id: string): Promise<VersionedTemplate> {
      const latest = await findLatest(id);
      if (!latest) throw unknownTemplate(id);
      return latest;
    },

    adopt,
    adoptAll,
    find,
    findListed,

    ...createTemplateLists(db),

    /** Returns whether any version of any template opens the page with this id. */
    async hasInterface(uuid: string): Promise<boolean> {
      return isStorableText(uuid) && (await byInterface.get({ uuid })) !== undefined;
    },

    import: importTemplates,
  };
}

/** A home with 300 models has about 1,000 different properties, of 2 KB each. */
const MAX_PROPERTIES = 3_000;

/**
 * Creates the function that makes templates have the same object for equal properties. The templates of different
 * models have more than half of their properties in common, and consist of little else.
 */
function createPropertySharing(): (template: ChannelTemplate) => ChannelTemplate {
  const properties = new LRUCache<string, TemplateProperty>({ max: MAX_PROPERTIES });

  function share(property: TemplateProperty): TemplateProperty {
    const key = hash('sha256', JSON.stringify(property), 'base64');
    const known = properties.get(key);
    if (!known) properties.set(key, property);
    return known ?? property;
  }

  return (template) => ({ ...template, properties: template.properties.map(share) });
}
