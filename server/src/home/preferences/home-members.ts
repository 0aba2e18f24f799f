import { isDeepStrictEqual } from 'node:util';
import type { HomeSettings } from '../../identity/homes/index.ts';
import type { Document } from './document.ts';
import { HOME_ZONE } from './home-zone.ts';
import { TARIFF } from './tariff.ts';

/** The settings of the home that known apps read and change as members of its owner's preferences. */
const MEMBERS = {
  [HOME_ZONE]: 'timeZone',
  [TARIFF]: 'tariff',
  lamp_groups: 'lampGroups',
  tile_icons: 'tileIcons',
} as const satisfies Readonly<Record<string, keyof HomeSettings>>;

const members = Object.entries(MEMBERS);

/** Returns the settings of the home as members of a document. */
export const membersOfHome = (home: HomeSettings): Document =>
  Object.fromEntries(members.flatMap(([name, key]) => (home[key] === null ? [] : [[name, home[key]]])));

/** Returns the settings of the home in a document. */
const settingsIn = (document: Document): Partial<HomeSettings> =>
  Object.fromEntries(members.map(([name, key]) => [key, document[name] ?? null]));

/** Returns what is the person's own in a document. */
export const withoutHome = (document: Document): Document =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !(name in MEMBERS)));

/** Returns the settings of the home that differ between two documents, as they are in the second one. */
export function changedSettings(before: Document, after: Document): Partial<HomeSettings> {
  const known: Partial<Record<string, unknown>> = settingsIn(before);
  return Object.fromEntries(
    Object.entries(settingsIn(after)).filter(([key, value]) => !isDeepStrictEqual(value, known[key])),
  );
}
