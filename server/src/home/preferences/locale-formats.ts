import { invalidField } from '../../platform/problem.ts';
import { checkPatch, type Document, merge, requireRoom } from './document.ts';

/**
 * Each of the two addresses has a document of its own. Were they one, two phones would overwrite each other for ever:
 * each writes its own timezone, language and the like at every start, and one of them its defaults of everything when
 * the answer is not what it sent (android-app 2.2, ios-app 2.2).
 */
export type Stored = {
  readonly modern: Document;
  readonly legacy: Document;
  /** Undefined where the user never said. */
  readonly sharesLocation: boolean | undefined;
  /** How often it changed. */
  readonly revision: number;
};

export type Face = 'modern' | 'legacy';

export const NONE: Stored = { modern: {}, legacy: {}, sharesLocation: undefined, revision: 0 };

const OTHER = { modern: 'legacy', legacy: 'modern' } as const;
const SHARING = 'location_sharing';

/** What both have, each under its own name. Undefined: the other has no word for it, and keeps its own. */
const shared: Record<Face, Record<string, { name: string; translate: (value: unknown) => unknown }>> = {
  modern: {
    units: { name: 'units', translate: (value) => value },
    hour_format: { name: 'hourFormat', translate: (value) => ({ '24h': 24, '12h': 12 })[String(value)] },
  },
  legacy: {
    units: { name: 'units', translate: (value) => value },
    hourFormat: { name: 'hour_format', translate: (value) => ({ 24: '24h', 12: '12h' })[String(value)] },
  },
};

/** What the user sees at this address. */
export const shown = (stored: Stored, face: Face): Document => ({
  ...stored[face],
  ...(stored.sharesLocation === undefined ? {} : { [SHARING]: stored.sharesLocation }),
});

/**
 * `current` with the patch applied. With `replace`, what the patch does not name is gone; whether the location is
 * shared is kept all the same, for no app may undo it by not knowing it. Throws `invalid_request` or `quota_exceeded`.
 */
export function apply(current: Stored, face: Face, patch: Document, { replace = false } = {}): Stored {
  checkPatch(patch, face === 'legacy' ? 'preferences' : 'body');
  const { [SHARING]: sharing, ...members } = patch;
  const own = merge(replace ? {} : current[face], members);
  const named = Object.keys(shared[face]).filter((name) => replace || Object.hasOwn(members, name));
  const others = merge(current[OTHER[face]], Object.fromEntries(named.flatMap((name) => translated(name))));
  requireRoom(own);
  requireRoom(others);
  return {
    ...(face === 'modern' ? { modern: own, legacy: others } : { modern: others, legacy: own }),
    sharesLocation: sharing === undefined ? current.sharesLocation : readSharing(sharing),
    revision: current.revision + 1,
  };

  function translated(name: string): [string, unknown][] {
    const other = shared[face][name];
    if (!other) return [];
    const value = own[name] === undefined ? null : other.translate(own[name]);
    return value === undefined ? [] : [[other.name, value]];
  }
}

function readSharing(value: unknown): boolean | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'boolean') throw invalidField(SHARING, 'must be true or false');
  return value;
}

/** Whether both say the same. */
export function isSame(one: Stored, two: Stored): boolean {
  const text = ({ modern, legacy, sharesLocation }: Stored) =>
    JSON.stringify([modern, legacy, sharesLocation ?? null]);
  return text(one) === text(two);
}
