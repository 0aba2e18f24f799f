import type { AuditAction, ChannelTemplate } from '@azulejo/contract';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { isOffered, unknownTemplate } from './adopt-template.ts';
import { checkTemplate } from './check-template.ts';
import { hasChannels } from './read-models/has-channels.ts';
import { loadServed } from './served.ts';
import { readVersionsOf, toRow } from './stored-versions.ts';
import type { Templates } from './templates.ts';

type Dependencies = { db: Db; clock: Clock; audit: Audit; templates: Pick<Templates, 'adopt'> };

/** The kind of the template for users' phones, which are not devices. */
const CONTEXT = 'context';

export type TemplateEditor = ReturnType<typeof createTemplateEditor>;

/**
 * Edits templates in the portal. A stored version never changes: saving adds a new version. What is changed or
 * deleted of the catalogue is stored first, so that later releases find it.
 */
export function createTemplateEditor({ db, clock, audit, templates }: Dependencies) {
  const insert = createInsert(clock, audit);

  return {
    /**
     * Stores a template and returns its version. Throws `already_there`, or `invalid_request` naming members.
     */
    async create(template: unknown, by: By): Promise<{ id: string; version: number }> {
      const definition = await checked(template);
      const { id } = definition;
      const isListed = await isOffered(id);
      const version = await db.write(async (tx) => {
        const newest = (await readVersionsOf(tx, id)).at(-1);
        if (newest ? newest.removed === null : isListed)
          throw new ApiError('already_there', { detail: `There is a template with the id ${id}.` });
        return insert(tx, definition, by, {
          version: (newest?.version ?? 0) + 1,
          action: 'template.create',
        });
      });
      return { id, version };
    },

    /**
     * Returns the new version, or `baseVersion` when nothing differs from it. Throws `invalid_request`,
     * `not_found`, or `precondition_failed` when `baseVersion` is not the newest.
     */
    async save(
      id: string,
      { template, baseVersion }: { template: unknown; baseVersion: number },
      by: By,
    ): Promise<number> {
      const definition = await checked(template);
      if (definition.id !== id) throw invalidField('template.id', `must stay ${id}`);
      await templates.adopt(id);
      return db.write(async (tx) => {
        const newest = await requireNewest(tx, id, baseVersion);
        const { definition_hash: hash } = toRow(definition, { version: 0, authorId: null, now: 0 });
        if (hash === newest.hash) return newest.version;
        return insert(tx, definition, by, { version: newest.version + 1, action: 'template.save' });
      });
    },

    /** Throws `not_found`, or `in_use` while a channel uses any version. */
    async remove(id: string, by: By): Promise<void> {
      await templates.adopt(id);
      await db.write(async (tx) => {
        await requireNewest(tx, id);
        await requireUnused(tx, id);
        await tx
          .updateTable('templates')
          .set({ removed: clock.now() })
          .where('id', '=', id)
          .where('removed', 'is', null)
          .execute();
        await audit.record(tx, { action: 'template.remove', targetId: id, ...by });
      });
    },
  };
}

/** Returns a function that adds a version, records it in the audit log, and returns its number. */
function createInsert(clock: Clock, audit: Audit) {
  return async function insert(
    tx: Transaction,
    definition: ChannelTemplate,
    by: By,
    { version, action }: { version: number; action: AuditAction },
  ): Promise<number> {
    const row = toRow(definition, { version, authorId: by.actorId ?? null, now: clock.now() });
    await tx.insertInto('templates').values(row).execute();
    await audit.record(tx, { action, targetId: definition.id, detail: `version ${version}`, ...by });
    return version;
  };
}

/** Throws `not_found`, or `precondition_failed` when the newest version is not `expected`. */
export async function requireNewest(tx: Transaction, id: string, expected?: number) {
  const newest = (await readVersionsOf(tx, id)).at(-1);
  if (newest?.removed !== null) throw unknownTemplate(id);
  if (expected !== undefined && newest.version !== expected)
    throw new ApiError('precondition_failed', {
      detail: `The newest version is ${newest.version}, not ${expected}.`,
    });
  return newest;
}

async function requireUnused(tx: Transaction, id: string): Promise<void> {
  if (await hasChannels(tx, id)) throw new ApiError('in_use', { detail: 'Devices use this template.' });
}

async function checked(template: unknown): Promise<ChannelTemplate> {
  checkTemplate(template, await loadServed(), 'template');
  if (template.kind === CONTEXT)
    throw invalidField('template.kind', `must not be ${CONTEXT}, which is reserved for users’ phones`);
  return template;
}
