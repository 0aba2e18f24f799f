type Position = { readonly latitude: number; readonly longitude: number };

/** The mean radius of the earth. */
const EARTH_METERS = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** Returns the distance over ground in meters, by the haversine formula. */
export function metersBetween(a: Position, b: Position): number {
  const latitude = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2);
  const longitude = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  const cosines = Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS);
  return 2 * EARTH_METERS * Math.asin(Math.min(1, Math.sqrt(latitude ** 2 + cosines * longitude ** 2)));
}
