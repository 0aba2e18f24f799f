import { expandTemplates } from '@azulejo/catalog';
import type { ChannelTemplate } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { checkTemplate } from './check-template.ts';
import { loadServed } from './served.ts';
import {
  isNewest,
  isSettled,
  readStoredVersions,
  type StoredVersion,
  type TemplateSummary,
  toRow,
} from './stored-versions.ts';
import { prepareInsert } from './template-statements.ts';

export function createTemplateImport({ db, clock }: { db: Db; clock: Clock }) {
  const insert = prepareInsert(db);

  /**
   * Stores what is new: an unknown template as version 1, a changed one as its next version. Trusted
   * definitions come from the catalogue and do not replace edits made in the portal. Returns the summaries
   * of what was stored. Throws `invalid_request` naming the invalid members, and then stores nothing.
   */
  return async function importTemplates(
    definitions: readonly ChannelTemplate[],
    { areTrusted }: { areTrusted: boolean },
  ): Promise<TemplateSummary[]> {
    if (!areTrusted) {
      const served = await loadServed();
      for (const definition of definitions) checkTemplate(definition, served);
    }
    const stored = await readStoredVersions(db);
    const now = clock.now();
    const adopted = areTrusted ? [] : await firstVersions(definitions, stored, now);
    for (const { id, version, definition_hash: hash, author_id: authorId } of adopted)
      stored.set(id, [{ id, version, hash, authorId, removed: null }]);
    const changed = definitions.flatMap((definition) => {
      const versions = stored.get(definition.id) ?? [];
      const version = (versions.at(-1)?.version ?? 0) + 1;
      const row = toRow(definition, { version, authorId: null, now });
      const isNew = !(areTrusted ? isSettled : isNewest)(versions, row.definition_hash);
      return isNew ? [row] : [];
    });
    const rows = [...adopted, ...changed];
    if (rows.length > 0) await db.unit(rows.map((row) => insert.bind(row)));
    return changed.map(({ id, version, name, vendor, model, kind }) => ({
      id,
      version,
      name,
      vendor,
      model,
      kind,
    }));
  };
}

/**
 * Returns the rows of the catalogue's templates that definitions made by hand replace, and that are not stored.
 * Without them, the next release would take the definitions for its own earlier versions.
 */
async function firstVersions(
  definitions: readonly ChannelTemplate[],
  stored: ReadonlyMap<string, readonly StoredVersion[]>,
  now: number,
) {
  const ids = definitions.map(({ id }) => id).filter((id) => !stored.has(id));
  const expanded = await expandTemplates(ids);
  return expanded.map((each) => toRow(each, { version: 1, authorId: null, now }));
}
