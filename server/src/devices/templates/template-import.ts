import type { ChannelTemplate } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { checkTemplate } from './check-template.ts';
import { loadServed } from './served.ts';
import { exists, isSettled, readStoredVersions, type TemplateSummary, toRow } from './stored-versions.ts';
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
  };
}
