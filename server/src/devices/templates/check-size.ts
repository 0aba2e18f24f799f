import { type FieldError, isStorableText, MAX_TEMPLATE_BYTES } from '@azulejo/contract';

const MAX_DEPTH = 20;
const MAX_MEMBERS = 500;
const MAX_TEXT = 4000;

type Place = { readonly value: unknown; readonly path: string; readonly depth: number };

/**
 * Checks limits before any other check runs: templates too deep for recursive functions, too large, or with
 * text that the databases cannot store.
 */
export function findSizeError(template: unknown): FieldError | undefined {
  const places: Place[] = [{ value: template, path: '', depth: 0 }];
  for (let place = places.pop(); place; place = places.pop()) {
    const reason = reasonAgainst(place);
    if (reason !== undefined) return { field: place.path || 'template', reason };
    const { value, path, depth } = place;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value))
      places.push({ value: member, path: path === '' ? name : `${path}.${name}`, depth: depth + 1 });
  }
  if (Buffer.byteLength(JSON.stringify(template) ?? '') <= MAX_TEMPLATE_BYTES) return undefined;
  return { field: 'template', reason: `must be at most ${MAX_TEMPLATE_BYTES / 1024} KB of JSON` };
}

function reasonAgainst({ value, depth }: Place): string | undefined {
  if (depth > MAX_DEPTH) return `must not be deeper than ${MAX_DEPTH} levels`;
  if (typeof value === 'string') {
    if (value.length > MAX_TEXT) return `must be at most ${MAX_TEXT} characters long`;
    return isStorableText(value) ? undefined : 'must not contain U+0000 or an unpaired surrogate';
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const names = Object.keys(value);
  if (names.length > MAX_MEMBERS) return `must have at most ${MAX_MEMBERS} members`;
  return names.every(isStorableText) ? undefined : 'has a name that cannot be stored';
}
