/** Returns the name of a zone as people write it: `America/Sao Paulo`. */
export const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ');

/** Returns whether this browser knows the zone; a server may know newer ones. */
export function isKnownZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the zones, that of the browser first. A chosen one is among them, also when it is an older name. */
export function zoneChoices(chosen: string | undefined): { value: string; label: string }[] {
  const { timeZone: own } = new Intl.DateTimeFormat().resolvedOptions();
  const zones = new Set([own, ...(chosen ? [chosen] : []), ...Intl.supportedValuesOf('timeZone'), 'UTC']);
  return [...zones].map((value) => ({ value, label: zoneLabel(value) }));
}
