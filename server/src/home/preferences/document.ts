import { isStorableText } from '@azulejo/contract';
import { isJsonObject, type JsonObject } from '@azulejo/model';
import { ApiError, checkAll, invalidField } from '../../platform/api-error.ts';
import { hasMoreParts } from '../../platform/has-more-parts.ts';

/** The members of a JSON object, none of them null. */
export type Document = JsonObject;

/** Apps store a dozen short members. */
const MAX_KB = 16;
const MAX_DEPTH = 8;
/** JSON of the maximum size has no more parts. Checking the parts of a larger patch would take time. */
const MAX_PARTS = (MAX_KB * 1024) / 2;

/** Applies a JSON merge patch (RFC 7396): objects are merged, null removes. The result contains no null. */
export function merge(target: unknown, patch: Document): Document {
  const merged = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, isJsonObject(value) ? merge(merged.get(name), value) : value);
  }
  return Object.fromEntries(merged);
}

/** Throws `invalid_request` naming the members that cannot be stored, or would be returned in another form. */
export function checkPatch(patch: Document, field: string): void {
  if (hasMoreParts(patch, MAX_PARTS)) throw tooLarge();
  checkEach(Object.entries(patch), ([name, value]) => {
    if (!isStorableText(name))
      throw invalidField(field, 'must have names without U+0000 and without unpaired surrogates');
    checkValue(value, `${field}.${name.slice(0, 100)}`, 2);
  });
}

/** Checks all items, and throws one error with what is wrong in any of them. */
function checkEach<Item>(items: readonly Item[], check: (item: Item) => void): void {
  checkAll(...items.map((item) => () => check(item)));
}

function checkValue(value: unknown, field: string, depth: number): void {
  if (typeof value === 'string' && !isStorableText(value))
    throw invalidField(field, 'must not contain U+0000 or an unpaired surrogate');
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) throw invalidField(field, `must be at most ${MAX_DEPTH} levels deep`);
  // Known apps crash on a null (ios-app 5.4), and in a list a merge patch cannot remove anything by a null.
  if (Array.isArray(value) && value.includes(null)) throw invalidField(field, 'must not have null in a list');
  if (Array.isArray(value)) for (const each of value) checkValue(each, field, depth + 1);
  else
    for (const [name, each] of Object.entries(value)) {
      if (!isStorableText(name)) throw invalidField(field, 'must have names that can be stored');
      checkValue(each, field, depth + 1);
    }
}

/** Throws `quota_exceeded` when the document is too large. */
export function requireRoom(document: Document): void {
  if (Buffer.byteLength(JSON.stringify(document)) > MAX_KB * 1024) throw tooLarge();
}

const tooLarge = () =>
  new ApiError('quota_exceeded', {
    detail: `The preferences of a user may have at most ${MAX_KB} KB of JSON in total.`,
  });
