import { metersBetween } from './distance.ts';
import type { Fix, KnownPlace, PhoneState, WifiReport } from './types.ts';

const DEFAULT_RADIUS_METERS = 150;
/** How much of a fix's inaccuracy counts against being at a place. */
const MAX_COUNTED_ACCURACY_METERS = 100;
/** Between the radius and this margin a phone stays where it was. */
const LEAVING_MARGIN_METERS = 50;
/** No access point reaches further beyond a place. */
const WIFI_MARGIN_METERS = 500;
/** A second fix this much later confirms that the phone left; several in a burst have the same error. */
const CONFIRMED_AFTER_MS = 15_000;
/** The time after which a phone counts as gone even without a second fix. */
export const LEFT_AFTER_MS = 3 * 60_000;

const isSet = ({ latitude, longitude }: KnownPlace) => latitude !== 0 || longitude !== 0;

/** Returns how far the fix is beyond the place's radius at the least, given its inaccuracy; negative inside. */
const beyond = (fix: Fix, place: KnownPlace): number =>
  metersBetween(fix, place) - fix.accuracy - (place.radius ?? DEFAULT_RADIUS_METERS);

const isInside = (fix: Fix, place: KnownPlace): boolean =>
  isSet(place) &&
  metersBetween(fix, place) + Math.min(fix.accuracy, MAX_COUNTED_ACCURACY_METERS) <=
    (place.radius ?? DEFAULT_RADIUS_METERS);

const isOutside = (fix: Fix, place: KnownPlace): boolean =>
  !isSet(place) || beyond(fix, place) > LEAVING_MARGIN_METERS;

/** Returns the network's address in one form: some phones leave out leading zeros. */
const addressOf = (bssid: string): string =>
  bssid
    .toLowerCase()
    .split(':')
    .map((part) => part.padStart(2, '0'))
    .join(':');

/**
 * Returns the place on whose network the phone is. Names of networks are not unique, so a name counts only if no
 * address matches and the phone was not seen clearly outside of the place. A phone that was seen farther away than
 * any access point reaches is no longer on its network, although it did not say so.
 */
function placeByWifi(wifi: WifiReport | null, fix: Fix | null, places: readonly KnownPlace[]) {
  if (wifi === null) return undefined;
  const bssid = addressOf(wifi.bssid);
  const near = (place: KnownPlace, margin: number) =>
    fix === null || !isSet(place) || beyond(fix, place) <= margin;
  const hasLeft = (place: KnownPlace) => fix !== null && fix.at > wifi.at && !near(place, WIFI_MARGIN_METERS);
  const byAddress = places.find(
    (place) => wifi.bssid !== '' && place.wifi.some((each) => addressOf(each.bssid) === bssid),
  );
  const found =
    byAddress ??
    places.find(
      (place) =>
        wifi.ssid !== '' &&
        place.wifi.some(({ ssid }) => ssid === wifi.ssid) &&
        near(place, LEAVING_MARGIN_METERS),
    );
  return found === undefined || hasLeft(found) ? undefined : found;
}

/**
 * Returns where the phone is by what it reported last, at the time `now`:
 *
 * 1. The place whose network it is on.
 * 2. The place that it was at, while a fix is inside of it; else the nearest place that a fix is inside of.
 * 3. `away` after a second fix outside of where it may be, or after three minutes without another.
 * 4. Else it stays where it was.
 */
export function locate(phone: PhoneState, places: readonly KnownPlace[], now: number): PhoneState {
  const { fix } = phone;
  const current = places.find(({ id }) => id === phone.whereabouts);
  // The place may have been deleted.
  const before = current === undefined && phone.whereabouts !== 'away' ? null : phone.whereabouts;
  const wifi = placeByWifi(phone.wifi, fix, places);
  if (wifi !== undefined) return { ...phone, whereabouts: wifi.id, outside: null };
  if (fix === null) return { ...phone, whereabouts: before, outside: null };
  const [nearest] = places
    .filter((place) => isInside(fix, place))
    .sort((a, b) => metersBetween(fix, a) - metersBetween(fix, b));
  const inside = current !== undefined && isInside(fix, current) ? current : nearest;
  if (inside !== undefined) return { ...phone, whereabouts: inside.id, outside: null };
  const candidates = current === undefined ? places : [current];
  if (before === 'away' || !candidates.every((place) => isOutside(fix, place))) {
    return { ...phone, whereabouts: before, outside: null };
  }
  const since = phone.outside?.since ?? now;
  const isConfirmed = phone.outside?.isConfirmed === true || fix.at - since >= CONFIRMED_AFTER_MS;
  const hasLeft = isConfirmed || now - since >= LEFT_AFTER_MS;
  return {
    ...phone,
    whereabouts: hasLeft ? 'away' : before,
    outside: hasLeft ? null : { since, isConfirmed },
  };
}
