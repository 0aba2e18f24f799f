import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ChannelList } from '@azulejo/contract';
import { homeOf } from '../support/arranging-scene.ts';
import { LAMP } from '../support/live-scene.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

const LAMPS = 30;

async function setUp({ start }: Pick<Stage, 'start'>) {
  const platform = await start();
  const { homes, templates } = platform.server.features;
  await templates.import([panelTemplate], { areTrusted: false });
  const home = homeOf(platform, await newPerson(platform, await newApplication(platform)));
  for (let index = 0; index < LAMPS; index += 1)
    await homes.addDevice({ userId: home.id, templateId: LAMP, name: `Lamp ${index}` });
  await home.newPanel('Panel');
  const list = (query: string, etag?: string) =>
    platform.request(`/v3/legacy/users/me/channels?include=specs${query}`, {
      token: home.token,
      headers: etag === undefined ? {} : { 'if-none-match': etag },
    });
  return { list, home, virtualDevices: platform.server.features.virtualDevices };
}

onEachEngineInFull('GET channels?properties=shared', setUp, (scene) => {
  it('lists the same channels, with the properties of each template once', async () => {
    const { list } = scene();
    const { channels } = await readJson<ChannelList>(await list(''));
    const answer = await readJson<ChannelList>(await list('&properties=shared'));
    const propertiesOf = (id: string) =>
      answer.sharedProperties?.find((each) => each.channels.includes(id))?.properties;
    assert.deepEqual(
      answer.channels.map((channel) => ({ ...channel, properties: propertiesOf(channel.id) })),
      channels,
    );
    assert.equal(channels.length, LAMPS + 1);
    assert.equal(answer.sharedProperties?.length, 2);
    assert.ok(answer.channels.every(({ properties }) => properties.length === 0));
  });

  it('returns an ETag different from that of the full list', async () => {
    const { list } = scene();
    const etag = (await list('&properties=shared')).headers.get('etag') ?? '';
    assert.equal((await list('&properties=shared', etag)).status, 304);
    assert.equal((await list('', etag)).status, 200);
  });

  it('marks the devices that the platform simulates, as the full list does not', async () => {
    const { list, home, virtualDevices } = scene();
    const { channel } = await virtualDevices.create({ userId: home.id, templateId: LAMP, faults: [] });
    const { channels } = await readJson<ChannelList>(await list('&properties=shared'));
    const marked = channels.filter(({ virtual }) => virtual === true).map(({ id }) => id);
    assert.deepEqual(marked, [channel.id]);
    const full = await readJson<ChannelList>(await list(''));
    assert.ok(full.channels.every((each) => !('virtual' in each)));
  });

  it('returns 400 for another value than properties=shared', async () => {
    assert.equal((await scene().list('&properties=none')).status, 400);
  });
});
