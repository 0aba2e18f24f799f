import assert from 'node:assert/strict';
import type { DeviceList, DeviceRecord, DeviceSecrets } from '@azulejo/contract';
import { homeOf } from '../../support/arranging-scene.ts';
import { panelTemplate } from '../../support/panel-template.ts';
import {
  type Application,
  clientToken,
  newApplication,
  newPerson,
  type Person,
} from '../../support/people.ts';
import { readJson } from '../../support/replies.ts';
import type { Stage } from '../../support/scene.ts';

export type DevicesScene = Awaited<ReturnType<typeof setUpDevices>>;

/**
 * Creates Ana and Rui, users of `application`, and `other`, another application with the stranger as its user.
 */
export async function setUpDevices(stage: Stage, environment: Record<string, string> = {}) {
  const platform = await stage.start({ environment });
  const db = await stage.openDatabase();
  await platform.server.features.templates.import([panelTemplate], { areTrusted: false });
  const [application, other] = [await newApplication(platform), await newApplication(platform)];
  const [ana, rui] = [await newPerson(platform, application), await newPerson(platform, application, 'Rui')];
  const stranger = await newPerson(platform, other);

  /** Returns the calls of an application for its devices. */
  async function managerOf(client: Application) {
    const { access_token: token } = await clientToken(platform, client, 'application');
    const send = (method: string, at = '', body?: unknown) =>
      platform.request(`/v3/applications/self/devices${at}`, {
        method,
        token,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
    return {
      send,
      create: async (input: Record<string, unknown> = {}): Promise<DeviceSecrets> => {
        const response = await send('POST', '', { channeltemplate_id: panelTemplate.id, ...input });
        assert.equal(response.status, 201);
        return (await response.json()) as DeviceSecrets;
      },
      get: async (id: string) => readJson<DeviceRecord>(await send('GET', `/${id}`)),
      list: async (query = '') => readJson<DeviceList>(await send('GET', query)),
    };
  }

  const claim = (person: Person, code: unknown) =>
    platform.request('/v3/devices/claim', {
      method: 'POST',
      token: person.token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
  const channelsAt = async (person: Person) =>
    (await homeOf(platform, person).tiles()).map(({ channel }) => channel);
  /** Removes a device as the known apps do: by deleting its tiles. */
  const leave = async (person: Person, channelId: string) => {
    const home = homeOf(platform, person);
    for (const { id, channel } of await home.tiles())
      if (channel === channelId) await readJson(await home.send('DELETE', `tiles/${id}`));
  };
  const maker = await managerOf(application);
  return { platform, db, application, other, ana, rui, stranger, maker, managerOf, claim, channelsAt, leave };
}
