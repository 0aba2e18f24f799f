import { findZone } from '../../telemetry/history/index.ts';

export type Position = { readonly latitude: number; readonly longitude: number };

/** Returns the time zone at a position; undefined where the runtime does not know the zone. */
export async function zoneOfPosition({ latitude, longitude }: Position): Promise<string | undefined> {
  // The map of the zones is loaded with the first home whose place is known.
  const { default: lookUp } = await import('@photostructure/tz-lookup');
  const zone = lookUp(latitude, longitude);
  return findZone(zone) && zone;
}
