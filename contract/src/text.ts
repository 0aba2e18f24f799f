import { Type } from 'typebox';

/** Text in a request. NUL and lone surrogates are rejected, because not every database can store them. */
export const Text = (options: { maxLength: number; minLength?: number; description?: string }) =>
  Type.String({ ...options, format: 'storable-text' });

/** An id in a path. A text that cannot be an id results in `not_found`, not in `invalid_request`. */
export const Id = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });

/** The user in a path. */
export const user_id = Id('`me`, `self` or a user id.');

export const Empty = Type.Object({});

/** Returns whether every database can store the text: no U+0000, no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
