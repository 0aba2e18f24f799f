/** Sends the requests of the iOS app's start and tabs exactly as the app does (ios-app 2.2 and 2.7). */

import type { Screen } from './home-parts.ts';
import type { IosApp } from './ios-app.ts';
import * as parser from './ios-parser.ts';
import { readAgentTiles, readStart, readTabs, type TabsAnswers } from './ios-screens.ts';
import { isObject } from './rules.ts';

const HOME = '/v3/legacy/users/{uid}';

/** The phone's own settings, which it sends at every start where they differ (ios-app 2.2). */
const PHONE = { timezone: 'Europe/Lisbon', currency: 'EUR', language: 'pt', locale: 'en_PT' };

type Preferences = Record<string, unknown>;

/**
 * Sends the requests of a start. Returns whether it wrote preferences. Throws Unreadable where the app signs
 * out.
 */
export async function start({ get, call, units }: IosApp): Promise<boolean> {
  const [table, user, places, tags] = await Promise.all([
    units(),
    get<{ preferences: Preferences }>(HOME, parser.user),
    get(`${HOME}/places`, parser.places),
    get(`${HOME}/tags`, parser.tags),
    get(`${HOME}/channels`, parser.channels),
  ]);
  readStart({ units: table, user, places, tags });
  const { preferences } = user;
  const isSame = Object.entries(PHONE).every(([name, value]) => preferences[name] === value);
  if (isSame && preferences['units']) return false;
  const { units: system = 'metric', hourFormat = 24 } = preferences;
  const body = { preferences: { units: system, hourFormat, ...PHONE } };
  await call({ method: 'PATCH', path: HOME, body }, (value, at) =>
    parser.anyObject(isObject(value) ? value : undefined, at),
  );
  await get(`${HOME}/places`, parser.places);
  return true;
}

/** Sends the requests of all tabs in parallel, as after a start. */
export async function askTabs({ get, units }: IosApp): Promise<TabsAnswers> {
  const [tileGroups, tiles, channels, table, workers, subscriptions] = await Promise.all([
    get(`${HOME}/tile-groups`, parser.tileGroups),
    get(`${HOME}/tiles?include=specs`, parser.tiles),
    get(`${HOME}/channels`, parser.channels),
    units(),
    get(`${HOME}/workers`, parser.workers),
    get(`${HOME}/services`, parser.subscriptions),
  ]);
  return { tileGroups, tiles, channels, units: table, workers, subscriptions };
}

/** Returns what the Devices tab shows. Throws Unreadable where the app crashes, or shows a device wrongly. */
export const openTabs = async (app: IosApp): Promise<Screen> => readTabs(await askTabs(app));

/** Returns what the Agents tab validates its rules against. */
export async function openAgents(app: IosApp): Promise<Screen> {
  const [answers, tiles, channels] = await Promise.all([
    askTabs(app),
    app.get(`${HOME}/tiles?include=context%2Ccapabilities%2Cspecs`, parser.tiles),
    app.get(`${HOME}/channels?include=context%2Ccapabilities`, parser.channels),
  ]);
  return readAgentTiles({ ...answers, tiles, channels });
}
