import { Type } from 'typebox';

/** Text of a request. NUL and lone surrogates cannot be stored on every engine; they are refused at the edge. */
export const Text = (options: { maxLength: number; minLength?: number; description?: string }) =>
  Type.String({ ...options, format: 'storable-text' });

/** An id in a path: what cannot be an id is not found rather than invalid. */
export const Id = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });

export const Empty = Type.Object({});

/** True when every engine can store the text: no U+0000, no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
