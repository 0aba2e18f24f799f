import { compactUnits, keysByAlias, type UnitKey } from './compact-table.ts';
import { UnknownUnitError } from './errors.ts';
import { withoutLookAlikes } from './look-alikes.ts';

/** Returns the unit key for a key or alias: `resolveUnit('℃')` is `celsius`. Throws UnknownUnitError. */
export function resolveUnit(text: string): UnitKey {
  const key = findUnit(text);
  if (key === undefined) throw new UnknownUnitError(text);
  return key;
}

/** No spelling is longer. */
const MAX_LENGTH = 60;

/**
 * Does the same as `resolveUnit`, but returns undefined for any other text. Symbols are case-sensitive, since
 * `mW` is not `MW`, unless only one unit is written with these letters; words of four letters and more are not.
 */
export function findUnit(text: string): UnitKey | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const name = withoutLookAlikes(text.trim());
  return knownUnit(name) ?? (WORD.test(name) ? knownUnit(name.toLowerCase()) : undefined) ?? likelyUnit(name);
}

const WORD = /^\p{L}{4,}$/u;

function knownUnit(name: string): UnitKey | undefined {
  return isUnitKey(name) ? name : keysByAlias.get(name);
}

function isUnitKey(text: string): text is UnitKey {
  return Object.hasOwn(compactUnits, text);
}

/** What devices write in place of the usual spelling. */
const USUAL: readonly (readonly [found: RegExp, usual: string])[] = [
  [/\.$/, ''],
  [/&deg;|[º˚]/g, '°'],
  [/^(?:° ?|o|deg(?:rees?)?\.? ?|grad(?:os)? )([CF])$/i, '°$1'],
  [/^([CF]) ?°$/i, '°$1'],
  [/^(?:u|mc)(?=\p{L}{1,2}(?:\/|$))/u, 'µ'],
  [/ ?ᶾ/, '³'],
  [/(?<=[mt]|in|yd) ?(?:\^?2|²)(?=$|\/)/, '²'],
  [/(?<=[mt]|in|yd) ?(?:\^?3|³)(?=$|\/)/, '³'],
  [/(?<=^|\/)(?:cbm|[NS]m³)/, 'm³'],
  [/(?<=^|\/)(?:qm|sqm)$/, 'm²'],
  [/\/(?:hour|hr)$/i, '/h'],
  [/\/(?:minute|mn)$/i, '/min'],
  [/\/day$/i, '/d'],
  [/\/sec(?:ond)?$/i, '/s'],
  [/^(?:lit(?:er|re)s?|ltr?)(?=$|\/)/i, 'l'],
  [/^(?:US ?)?gal(?:s|lons?)?(?=$|\/)/i, 'gal'],
  [/^(k?W|V|A)[ (]*(?:AC|DC|RMS)\)?$/i, '$1'],
  [/(?<=[WAr])[ .*·-](?=h)/i, ''],
  [/(?<=W)h(?:rs?|s)$/i, 'h'],
  [/^(mm|in)\/(?=Hg$)/i, '$1'],
  [/^(?:min(?:⁻¹|-1)|\/min)$/, '1/min'],
];

/** Unit keys by aliases in lower case; those that several units have stand for none. */
const keysInAnyCase = (): ReadonlyMap<
  string,
  { readonly alias: string; readonly key: UnitKey } | undefined
> => {
  const found = new Map<string, { alias: string; key: UnitKey } | undefined>();
  for (const [alias, key] of keysByAlias) {
    const lower = alias.toLowerCase();
    const isShared = found.has(lower) && found.get(lower)?.key !== key;
    found.set(lower, isShared ? undefined : { alias, key });
  }
  return found;
};

let inAnyCase: ReturnType<typeof keysInAnyCase> | undefined;

/** Ends of units of data: a bit is no byte. */
const OF_DATA = /b(?:\/s|ps)?$/i;

/** Returns the unit that a device means by an unusual spelling. */
function likelyUnit(text: string): UnitKey | undefined {
  const name = USUAL.reduce((spelled, [found, usual]) => spelled.replace(found, usual), text);
  const known = knownUnit(name);
  if (known !== undefined || name.length < 3 || OF_DATA.test(name)) return known;
  inAnyCase ??= keysInAnyCase();
  const { alias, key } = inAnyCase.get(name.toLowerCase()) ?? {};
  // A thousandth of a unit is no million.
  return /^m/i.test(name) && alias?.charAt(0) !== name.charAt(0) ? undefined : key;
}
