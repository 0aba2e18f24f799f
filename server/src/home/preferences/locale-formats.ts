import { checkAll, invalidField } from '../../platform/api-error.ts';
import { checkPatch, type Document, merge, requireRoom } from './document.ts';
import { checkHomeZone, HOME_ZONE, readPhoneZone } from './home-zone.ts';
import { checkTariff, TARIFF } from './tariff.ts';

/**
 * The preferences of a user. Each of the two endpoints has its own document: in a shared one, two phones would
 * overwrite each other forever, because each writes its own timezone, language and so on at every start, and one of
 * them resets everything to its defaults when the reply differs from what it sent (android-app 2.2, ios-app 2.2).
 */
export type Stored = {
  readonly modern: Document;
  readonly legacy: Document;
  /** Undefined if the user never chose. */
  readonly sharesLocation: boolean | undefined;
  /** The first time zone that a phone sent. A time zone sent later, for example on a journey, does not replace it. */
  readonly phoneZone: string | undefined;
  /** Counts the changes so far. */
  readonly revision: number;
};

export type ApiVersion = 'modern' | 'legacy';

export const NONE: Stored = {
  modern: {},
  legacy: {},
  sharesLocation: undefined,
  phoneZone: undefined,
  revision: 0,
};

const OTHER = { modern: 'legacy', legacy: 'modern' } as const;
const SHARING = 'location_sharing';
/** Kept when another application replaces the document, because it does not know them. */
const PRESERVED_MEMBERS = ['favourites', 'lamp_groups', 'tile_icons', TARIFF, HOME_ZONE];

/**
 * Members that both documents have, under different names. `translate` returns undefined for a value that the
 * other one cannot express; the other document then keeps its own.
 */
const shared: Record<ApiVersion, Record<string, { name: string; translate: (value: unknown) => unknown }>> = {
  modern: {
    units: { name: 'units', translate: (value) => value },
    hour_format: { name: 'hourFormat', translate: (value) => ({ '24h': 24, '12h': 12 })[String(value)] },
  },
  legacy: {
    units: { name: 'units', translate: (value) => value },
    hourFormat: { name: 'hour_format', translate: (value) => ({ 24: '24h', 12: '12h' })[String(value)] },
  },
};

/** Returns the document that the user sees at this endpoint. */
export const shown = (stored: Stored, api: ApiVersion): Document => ({
  ...stored[api],
  ...(stored.sharesLocation === undefined ? {} : { [SHARING]: stored.sharesLocation }),
});

/**
 * Applies the patch to `current`. With `replace`, members not in the patch are removed, except the choice to
 * share the location and `PRESERVED_MEMBERS`: an app that does not know them must not reset them. Throws
 * `invalid_request` or `quota_exceeded`.
 */
export function apply(current: Stored, api: ApiVersion, patch: Document, { replace = false } = {}): Stored {
  const sharesLocation = checkMembers(api, patch);
  const { [SHARING]: sharing, ...members } = patch;
  const own = merge(replace ? preservedMembers(current[api]) : current[api], members);
  const named = Object.keys(shared[api]).filter((name) => replace || Object.hasOwn(members, name));
  const others = merge(current[OTHER[api]], Object.fromEntries(named.flatMap((name) => translated(name))));
  requireRoom(own);
  requireRoom(others);
  const documents = api === 'modern' ? { modern: own, legacy: others } : { modern: others, legacy: own };
  return {
    ...documents,
    sharesLocation: sharing === undefined ? current.sharesLocation : sharesLocation,
    phoneZone: current.phoneZone ?? readPhoneZone(documents.modern, documents.legacy),
    revision: current.revision + 1,
  };

  function translated(name: string): [string, unknown][] {
    const other = shared[api][name];
    if (!other) return [];
    const value = own[name] === undefined ? null : other.translate(own[name]);
    return value === undefined ? [] : [[other.name, value]];
  }
}

const preservedMembers = (document: Document): Document =>
  Object.fromEntries(
    PRESERVED_MEMBERS.filter((name) => name in document).map((name) => [name, document[name]]),
  );

/**
 * Returns whether the location is shared, according to the patch. Throws `invalid_request` naming the members that
 * cannot be stored.
 */
export function checkMembers(api: ApiVersion, patch: Document): boolean | undefined {
  const [, sharesLocation] = checkAll(
    () => checkPatch(patch, api === 'legacy' ? 'preferences' : 'body'),
    () => (patch[SHARING] === undefined ? undefined : readSharing(patch[SHARING])),
    () => (api === 'modern' ? checkTariff(patch[TARIFF]) : undefined),
    () => (api === 'modern' ? checkHomeZone(patch[HOME_ZONE], HOME_ZONE) : undefined),
  );
  return sharesLocation;
}

function readSharing(value: unknown): boolean | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'boolean') throw invalidField(SHARING, 'must be true or false');
  return value;
}

/** Returns whether both contain the same preferences. */
export function isSame(one: Stored, two: Stored): boolean {
  const text = ({ modern, legacy, sharesLocation }: Stored) =>
    JSON.stringify([modern, legacy, sharesLocation ?? null]);
  return text(one) === text(two);
}
