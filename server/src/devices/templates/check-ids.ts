import type { FieldError } from '@azulejo/contract';

/** Ids are parts of topics and paths, which limits their characters. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/;

export function* findNameError(name: string, field: string): Generator<FieldError> {
  if (!ID.test(name)) yield { field, reason: 'must be of A-Z, a-z, 0-9, and after the first . _ : -' };
}

export function* findIdErrors(parts: readonly { id: string }[], path: string): Generator<FieldError> {
  const known = new Set<string>();
  for (const [index, { id }] of parts.entries()) {
    const field = `${path}.${index}.id`;
    yield* findNameError(id, field);
    if (known.has(id)) yield { field, reason: `occurs twice: ${id}` };
    known.add(id);
  }
}
