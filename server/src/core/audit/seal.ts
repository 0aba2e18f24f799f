import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/index.ts';

type Entry = Omit<Selectable<Database['audit']>, 'seal'>;
export type Seal = Selectable<Database['audit_seals']>;

/** What the first seal of a platform follows. */
export const BEGIN = '';

const sha256 = (members: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(members)).digest('hex');

/**
 * Returns the hash of an entry. Its random id is part of it, so that nobody can guess the content of an entry that
 * was deleted from its hash.
 */
export const hashOf = ({ id, at, actor_id, action, target_id, address, detail, ...entry }: Entry): string =>
  sha256([id, at, actor_id, action, target_id, address, detail, entry.count, entry.is_refusal]);

/** Returns the hash over a seal and the one before. It contains no content, so that entries may be deleted. */
export const chainOf = (before: string, { n, at, is_refusal, hash }: Omit<Seal, 'chain'>): string =>
  sha256([before, n, at, is_refusal, hash]);

/** Returns the seal of an entry, which follows the last one. */
export function sealAfter(last: Pick<Seal, 'n' | 'chain'> | undefined, entry: Entry): Seal {
  const { at, is_refusal } = entry;
  const seal = { n: (last?.n ?? 0) + 1, at, is_refusal, hash: hashOf(entry) };
  return { ...seal, chain: chainOf(last?.chain ?? BEGIN, seal) };
}
