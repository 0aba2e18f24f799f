/** Sends the requests of the Android app's tabs exactly as the app does (android-app 2.0). */
import { type AndroidApp, json } from './android-app.ts';
import * as parser from './android-parser.ts';
import {
  type AgentsTabAnswers,
  type DevicesTabAnswers,
  readAgentsTab,
  readDevicesTab,
} from './android-screens.ts';
import type { Screen } from './home-parts.ts';

const L = '/v3/legacy';

/** Sends the eight requests in parallel. If one fails, the app shows its error page. */
export async function askDevicesTab({ get, units }: AndroidApp): Promise<DevicesTabAnswers> {
  const [tileGroups, tiles, channels, preferences, table, subscriptions, templates, services] =
    await Promise.all([
      get(`${L}/users/{uid}/tile-groups?include=unsorted`, parser.tileGroups),
      get(`${L}/users/{uid}/tiles?include=specs`, parser.tiles),
      get(`${L}/users/{uid}/channels?include=channelProperties,context,capabilities`, parser.channels),
      get('/v3/users/{uid}/preferences', parser.preferences),
      units(),
      get(`${L}/users/{uid}/services`, parser.subscriptions),
      get(
        '/v3/users/self/channel-templates?order_by=+order_index&order_index=gt/-999999/n',
        parser.templates,
      ),
      get(`${L}/services?include=tutorial`, parser.services),
    ]);
  return { tileGroups, tiles, channels, preferences, units: table, subscriptions, templates, services };
}

/** Sends the seven requests in parallel. */
export async function askAgentsTab({ get, units }: AndroidApp): Promise<AgentsTabAnswers> {
  const tilesPath = `${L}/users/{uid}/tiles?include=specs%2Ccontext%2Ccapabilities`;
  const [tiles, statefulTiles, tileGroups, channels, workers, preferences, table] = await Promise.all([
    get(`${L}/users/{uid}/tiles?include=specs,context,capabilities`, parser.tiles),
    get(`${tilesPath}&type=stateful`, parser.tiles),
    get(`${L}/users/{uid}/tile-groups?include=unsorted%2Ccontext`, parser.tileGroups),
    get(`${L}/users/{uid}/channels?include=channelProperties,context,capabilities`, parser.channels),
    get(`${L}/users/{uid}/workers?muz-capabilities=usecases,workers`, parser.workers),
    get('/v3/users/{uid}/preferences', parser.preferences),
    units(),
  ]);
  return { tiles, statefulTiles, tileGroups, channels, workers, preferences, units: table };
}

/** Returns what the tab shows. Throws Unreadable where it shows an error, or a device wrongly. */
export const openDevicesTab = async (app: AndroidApp): Promise<Screen> =>
  readDevicesTab(await askDevicesTab(app));

export const openAgentsTab = async (app: AndroidApp): Promise<Screen> =>
  readAgentsTab(await askAgentsTab(app));

const COMPARED = ['units', 'hour_format', 'timezone', 'currency', 'language', 'locale', 'notifications'];

/** The preferences that a phone in Portugal sets. */
const PHONE = {
  units: 'metric',
  hour_format: '24h',
  timezone: 'Europe/Lisbon',
  currency: 'EUR',
  language: 'pt',
  locale: 'pt_PT',
};

type Preferences = Readonly<Record<string, string | undefined>>;

/**
 * Synchronizes preferences as the app does after each load of a tab: if any member differs from the phone's,
 * all are overwritten from the phone's region (android-app 2.2). Returns what the phone then holds, and
 * whether it wrote.
 */
export async function syncPreferences({ get, call }: AndroidApp, held: Preferences) {
  const path = '/v3/users/{uid}/preferences';
  const stored = await get<Preferences>(path, parser.preferences);
  if (COMPARED.every((name) => stored[name] === held[name])) return { held, hasWritten: false };
  const body = { ...stored, ...PHONE };
  await call({ method: 'PATCH', path, body, expected: json(parser.preferences) });
  return { held: body, hasWritten: true };
}
