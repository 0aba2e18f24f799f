import type { Bridge, Preferences } from '@azulejo/contract';

/** The member of the preferences with the number of devices that the person has seen, by bridge. */
const MEMBER = 'seen_devices';

function seenIn(preferences: Preferences): Readonly<Record<string, unknown>> {
  const seen = (preferences as Readonly<Record<string, unknown>>)[MEMBER];
  return typeof seen === 'object' && seen !== null ? (seen as Record<string, unknown>) : {};
}

/** Returns how many devices the bridge has found since the person last looked, without those in the home. */
export function countNew(
  preferences: Preferences,
  { id, devices, added }: Pick<Bridge, 'id' | 'devices' | 'added'>,
): number {
  const seen = seenIn(preferences)[id];
  return Math.max(0, devices - Math.max(added, typeof seen === 'number' ? seen : 0));
}

/** Returns the change of the preferences after the person has seen the bridge's devices; undefined when it is none. */
export function sawDevices(
  preferences: Preferences,
  { id, devices }: Pick<Bridge, 'id' | 'devices'>,
): Preferences | undefined {
  const seen = seenIn(preferences);
  const change: object = { [MEMBER]: { ...seen, [id]: devices } };
  return seen[id] === devices ? undefined : change;
}
