import { createHash } from 'node:crypto';
import type { ChannelTemplate } from '@azulejo/contract';
import type { Db, Transaction } from '../../database/index.ts';

/** A stored version without its definition. */
export type StoredVersion = {
  id: string;
  version: number;
  hash: string;
  authorId: string | null;
  removed: number | null;
};

/** A template at one of its versions. */
export type VersionedTemplate = ChannelTemplate & { version: number };

/** The members of a template's newest version that lists show. */
export type TemplateSummary = {
  id: string;
  version: number;
  name: string;
  vendor: string;
  model: string;
  kind: string;
};

const ofAll = (reader: Db['read'] | Transaction) =>
  reader
    .selectFrom('templates')
    .select(['id', 'version', 'definition_hash as hash', 'author_id as authorId', 'removed'])
    .orderBy('version');

/** Returns all versions of all templates, by template, oldest first. */
export async function readStoredVersions(db: Db): Promise<Map<string, StoredVersion[]>> {
  return Map.groupBy(await ofAll(db.read).execute(), ({ id }) => id);
}

/** Returns all versions of one template, oldest first, including those of a deleted one. */
export const readVersionsOf = (tx: Transaction, id: string): Promise<StoredVersion[]> =>
  ofAll(tx).where('id', '=', id).execute();

/**
 * Returns whether the catalogue has nothing to add. A definition equal to any stored version is not new:
 * otherwise a server of an earlier release that starts later would hide the newer one. Edits and deletions in
 * the portal take precedence until someone restores a version of the catalogue.
 */
export function isSettled(versions: readonly StoredVersion[], hash: string): boolean {
  if (versions.some((each) => each.hash === hash)) return true;
  const newest = versions.at(-1);
  if (!newest || newest.removed !== null) return newest !== undefined;
  const isRestored = versions.some((each) => each.authorId === null && each.hash === newest.hash);
  return newest.authorId !== null && !isRestored;
}

/**
 * Returns whether an import by hand, or of a manager, has nothing to change. Only the newest version counts: a
 * definition equal to an earlier one takes back what was stored since.
 */
export function isNewest(versions: readonly StoredVersion[], hash: string): boolean {
  const newest = versions.at(-1);
  return newest !== undefined && newest.hash === hash && newest.removed === null;
}

/** Builds the row of a version; `hash` identifies the definition's content. */
export function toRow(
  definition: ChannelTemplate,
  { version, authorId, now }: { version: number; authorId: string | null; now: number },
) {
  const { id, name, vendor, model, kind } = definition;
  const text = JSON.stringify(definition);
  return {
    id,
    version,
    name,
    vendor,
    model,
    kind,
    interface_uuid: definition.interface.uuid,
    definition_json: text,
    definition_hash: createHash('sha256').update(text).digest('base64url'),
    author_id: authorId,
    created: now,
  };
}

type Made = { vendor: string; model: string };

/** Compares by vendor and model, which may differ from one version to the next. */
export const byMaker = (one: Made, other: Made): number =>
  compare(one.vendor, other.vendor) || compare(one.model, other.model);

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);
