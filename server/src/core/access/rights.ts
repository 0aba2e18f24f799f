import type { Right } from '@azulejo/contract';
import { ApiError } from '../../platform/api-error.ts';

/** What a sign-in may be used for. Every sign-in has all rights unless it was limited. */
export type Rights = 'all' | ReadonlySet<Right>;

/** Returns the stored rights of a sign-in; null is stored for all. */
export const toRights = (stored: string | null): Rights =>
  stored === null ? 'all' : new Set(JSON.parse(stored) as Right[]);

/** Returns the text that is stored, the same for the same rights; null for all. */
export const storedRights = (rights: Rights): string | null =>
  rights === 'all' ? null : JSON.stringify([...rights].toSorted());

export const hasRight = (rights: Rights, right: Right): boolean => rights === 'all' || rights.has(right);

/** Throws `insufficient_scope` when the right is missing. */
export function requireRight(rights: Rights, right: Right): void {
  if (hasRight(rights, right)) return;
  throw new ApiError('insufficient_scope', { detail: `This sign-in does not include the right "${right}".` });
}

/** Throws `insufficient_scope` when the rights do not suffice to set a property, which may be secure (`model/`). */
export function requireMaySet(rights: Rights, isSecure: boolean): void {
  requireRight(rights, 'control');
  if (isSecure) requireRight(rights, 'secure');
}
