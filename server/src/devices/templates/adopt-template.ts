import { expandTemplate, expandTemplates, findModel } from '@azulejo/catalog';
import { type ChannelTemplate, isStorableText } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { VersionedTemplate } from './stored-versions.ts';
import type { createTemplateImport } from './template-import.ts';
import { prepareById } from './template-statements.ts';

type Dependencies = {
  db: Db;
  /** Returns the newest stored version. */
  findLatest: (id: string) => Promise<VersionedTemplate | undefined>;
  importTemplates: ReturnType<typeof createTemplateImport>;
};

export const unknownTemplate = (id: string): ApiError =>
  new ApiError('not_found', { detail: `There is no channel template "${id}".` });

/** Returns whether the template is of a model that people can add as a virtual device. */
export const isOffered = async (id: string): Promise<boolean> => (await findModel(id))?.isOffered ?? false;

/** Finds templates of models in the catalogue too, which are stored only when something is made from them. */
export function createAdoption({ db, findLatest, importTemplates }: Dependencies) {
  const byId = prepareById(db);

  /** Returns the template of a model in the catalogue, unless the database has any version of it. */
  async function expandUnstored(id: string): Promise<ChannelTemplate | undefined> {
    const isStored = !isStorableText(id) || (await byId.get({ id })) !== undefined;
    return isStored ? undefined : expandTemplate(id);
  }

  /** Returns the newest stored version. Throws `not_found`. */
  async function findStored(id: string): Promise<VersionedTemplate> {
    const stored = await findLatest(id);
    if (!stored) throw unknownTemplate(id);
    return stored;
  }

  /**
   * Returns the newest version to look at; that of a model in the catalogue which is not stored is version 1.
   * Throws `not_found`.
   */
  async function find(id: string): Promise<VersionedTemplate> {
    const latest = await findLatest(id);
    if (latest) return latest;
    const expanded = await expandUnstored(id);
    // It may have been stored meanwhile.
    return expanded ? { ...expanded, version: 1 } : findStored(id);
  }

  return {
    /**
     * Returns the newest version to make something from. The template of a model in the catalogue is stored
     * when it is first wanted. Throws `not_found`.
     */
    async adopt(id: string): Promise<VersionedTemplate> {
      const latest = await findLatest(id);
      if (latest) return latest;
      const expanded = await expandUnstored(id);
      if (expanded) await importTemplates([expanded], { areTrusted: true });
      return findStored(id);
    },

    /** Stores the templates of many models at once, unless they are stored or were deleted. */
    async adoptAll(ids: readonly string[]): Promise<void> {
      await importTemplates(await expandTemplates([...new Set(ids)]), { areTrusted: true });
    },

    find,

    /** Returns the newest version of a template that is stored or offered. Throws `not_found`. */
    async findListed(id: string): Promise<VersionedTemplate> {
      const latest = await findLatest(id);
      if (latest) return latest;
      if (!(await isOffered(id))) throw unknownTemplate(id);
      return find(id);
    },
  };
}
