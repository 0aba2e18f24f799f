import type { Tile, TileGroup, TileGroupList, TileList } from '@azulejo/contract';
import { panelTemplate } from './panel-template.ts';
import { newApplication, newPerson, type Person } from './people.ts';
import type { TestPlatform } from './platform.ts';
import { readJson } from './replies.ts';
import type { Stage } from './scene.ts';

export type Home = ReturnType<typeof homeOf>;

/** Starts a platform on which tests create homes, with panels of one tile each. */
export async function setUpArranging({ start }: Pick<Stage, 'start'>) {
  const platform = await start();
  await platform.server.features.templates.import([panelTemplate], { areTrusted: false });
  const application = await newApplication(platform);
  const newHome = async () => homeOf(platform, await newPerson(platform, application));
  return { platform, application, newHome };
}

/** Returns the calls of the phone apps for a person's home. */
export function homeOf(platform: TestPlatform, person: Person) {
  const path = `/v3/legacy/users/${person.id}`;
  /** Sends a request, with a body as known apps send it if there is one. */
  const send = (method: string, at: string, body?: unknown) =>
    platform.request(`${path}/${at}`, {
      method,
      token: person.token,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json; charset=UTF-8' }, body: JSON.stringify(body) }),
    });
  const tiles = async (query = '?include=specs') =>
    (await readJson<TileList>(await send('GET', `tiles${query}`))).tiles;
  return {
    ...person,
    send,
    tiles,
    /** Lists the groups as the iOS app does. */
    groups: async (query = '') =>
      (await readJson<TileGroupList>(await send('GET', `tile-groups${query}`))).tileGroups,
    newGroup: async (label: string, parent?: string): Promise<TileGroup> => {
      const response = await send('POST', 'tile-groups', { label, ...(parent ? { parent } : {}) });
      return (await response.json()) as TileGroup;
    },
    /** Adds a panel without an owner. Returns its tile. */
    newPanel: async (name: string): Promise<Tile> => {
      const { homes } = platform.server.features;
      const device = { userId: person.id, templateId: panelTemplate.id, name };
      const { channel } = await homes.addDevice(device);
      const tile = (await tiles()).find((each) => each.channel === channel.id);
      if (!tile) throw new Error('The new panel has no tile.');
      return tile;
    },
    labels: async () => (await tiles()).map(({ label }) => label.split(' ')[0]),
  };
}
