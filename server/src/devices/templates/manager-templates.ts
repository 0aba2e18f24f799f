import type { ChannelTemplate } from '@azulejo/contract';
import type { Transaction } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { isOffered } from './adopt-template.ts';
import { findSizeError } from './check-size.ts';
import { checkTemplate } from './check-template.ts';
import { completeTemplate } from './complete-template.ts';
import { loadServed } from './served.ts';
import { isNewest, readVersionsOf, type StoredVersion, toRow } from './stored-versions.ts';

/** A manager that changes a template at every start must not fill the database. */
const MAX_VERSIONS = 100;

/** A template of a manager. `isOffered` says that the platform offers one with this id itself. */
export type ManagerTemplate = { readonly definition: ChannelTemplate; readonly isOffered: boolean };

/** Fills in and checks a template as an import does. Throws `invalid_request` naming the invalid members. */
export async function readManagerTemplate(given: unknown): Promise<ManagerTemplate> {
  const error = findSizeError(given);
  if (error) throw new ApiError('invalid_request', { fields: [error] });
  const served = await loadServed();
  const definition = completeTemplate(given, served);
  checkTemplate(definition, served);
  if (definition.kind === 'context')
    throw new ApiError('invalid_request', { fields: [{ field: 'kind', reason: 'must not be context' }] });
  return { definition, isOffered: await isOffered(definition.id) };
}

/**
 * Stores the template as its first or next version, unless it is the newest one already. Returns the version, and
 * whether it is new. Throws `in_use` for a template that the manager may not change.
 */
export async function storeManagerTemplate(
  tx: Transaction,
  clock: Clock,
  template: ManagerTemplate,
  isOwn: boolean,
): Promise<{ version: number; isNew: boolean; isFirst: boolean }> {
  const { definition } = template;
  const versions = await readVersionsOf(tx, definition.id);
  const newest = versions.at(-1);
  const version = (newest?.version ?? 0) + 1;
  const row = toRow(definition, { version, authorId: null, now: clock.now() });
  if (newest || template.isOffered) requireOwn(definition.id, newest, isOwn);
  if (newest && isNewest(versions, row.definition_hash))
    return { version: newest.version, isNew: false, isFirst: false };
  if (versions.length >= MAX_VERSIONS)
    throw new ApiError('quota_exceeded', { detail: `A template has at most ${MAX_VERSIONS} versions.` });
  await tx.insertInto('templates').values(row).execute();
  return { version, isNew: true, isFirst: newest === undefined };
}

function requireOwn(id: string, newest: StoredVersion | undefined, isOwn: boolean): void {
  if (!isOwn)
    throw new ApiError('in_use', {
      detail: `The template ${id} exists and is not assigned to this manager.`,
    });
  if (newest && newest.removed !== null)
    throw new ApiError('in_use', { detail: `The operator of the platform deleted the template ${id}.` });
}
