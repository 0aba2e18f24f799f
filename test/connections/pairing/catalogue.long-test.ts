import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ChannelList, TemplateElement, TileList } from '@azulejo/contract';
import { setUpPairing } from '../../support/pairing-scene.ts';
import { newPerson } from '../../support/people.ts';
import { readJson } from '../../support/replies.ts';
import { onSqlite } from '../../support/scene.ts';

/** Number of templates that one person adds, which is below the limit per minute. */
const AT_MOST = 50;

onSqlite('the catalogue', setUpPairing, (scene) => {
  it('adds a device of every template and shows it in the home', async () => {
    const { platform, application, ana, pass, add } = scene();
    const { elements } = await readJson<{ elements: TemplateElement[] }>(
      await platform.request('/v3/users/self/channel-templates', { token: ana.token }),
    );
    for (let start = 0; start < elements.length; start += AT_MOST) {
      const person = await newPerson(platform, application);
      const some = elements.slice(start, start + AT_MOST).map(({ template }) => template);
      const added = new Map<string, string>();
      for (const { id } of some) {
        const [device] = await pass(person, id, ['study']);
        assert.ok(device);
        assert.equal((await add(person, id, [device])).status, 200, id);
        added.set(device.id, id);
      }
      const list = async <List>(name: string) =>
        readJson<List>(await platform.request(`/v3/legacy/users/me/${name}`, { token: person.token }));
      const { channels } = await list<ChannelList>('channels');
      const { tiles } = await list<TileList>('tiles');
      for (const [channelId, templateId] of added) {
        assert.equal(channels.find(({ id }) => id === channelId)?.profileId, templateId);
        assert.ok(
          tiles.some(({ channel }) => channel === channelId),
          templateId,
        );
      }
    }
  });
});
