import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadDemoHome, loadTemplates } from '@azulejo/catalog';
import { ChannelList } from '@azulejo/contract';
import { setUpDemoHome } from '../support/demo-home.ts';
import { assertExact, readJson } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';

const templates = new Map((await loadTemplates()).map((template) => [template.id, template]));

onEachEngine('spec 4.7: the channel list of the demo home', setUpDemoHome, (scene) => {
  it('returns every member of spec 2.4 in channels, properties and components, and no other', async () => {
    const { get } = scene();
    assertExact(ChannelList, await readJson(await get('channels')));
  });

  it('returns the address and the revision of the list', async () => {
    const { get, userId } = scene();
    const response = await get('channels');
    const { channels, _rev, ...list } = await readJson<ChannelList>(response);
    const path = `/v3/legacy/users/${userId}/channels`;
    assert.deepEqual(list, { _id: path, href: path, id: 'channels' });
    assert.match(_rev, /^\d+-[0-9a-f]{32}$/);
    assert.equal(response.headers.get('etag'), `"${_rev}"`);
    assert.ok(channels.length >= 24, 'the demo home has at least 24 devices');
  });

  it('lists each device of the demo home once, with the template it was made from', async () => {
    const { channels, userId } = scene();
    const shown = await channels();
    const { devices } = await loadDemoHome();
    assert.deepEqual(
      shown.map((channel) => channel.profileId).toSorted(),
      devices.map((device) => device.template).toSorted(),
    );
    assert.equal(new Set(shown.map((channel) => channel.id)).size, devices.length);
    assert.deepEqual([...new Set(shown.map((channel) => channel.user))], [userId]);
  });

  it('returns categories, components and properties as the template defines them', async () => {
    for (const channel of await scene().channels()) {
      const template = templates.get(channel.profileId);
      assert.ok(template, channel.profileId);
      assert.deepEqual(channel.categories, template.categories);
      assert.deepEqual(channel.components, template.components);
      assert.equal(channel.content, template.content);
      const { uuid, native } = template.interface;
      assert.deepEqual([channel.interface.uuid, channel.interface.native], [uuid, native]);
      const plain = ({ components, schema, unitsOptions, ...rest }: (typeof channel.properties)[number]) =>
        rest;
      assert.deepEqual(
        channel.properties.map(plain),
        template.properties.map(({ components, schema, unitsOptions, ...rest }) => rest),
      );
    }
  });

  it("returns schema URLs under the ontology's address", async () => {
    const { channels, platform } = scene();
    for (const { properties, profileId } of await channels()) {
      const declared = templates.get(profileId)?.properties.map((property) => property.schema) ?? [];
      assert.deepEqual(
        properties.map((property) => property.schema),
        declared.map((name) => `${platform.config.urls.ontology}/schemas/v1/${name}`),
      );
    }
  });

  it("returns the vendor's unit under both names that clients read", async () => {
    for (const { properties, profileId } of await scene().channels()) {
      const declared = templates.get(profileId)?.properties ?? [];
      for (const [index, { unitsOptions }] of properties.entries()) {
        const { muzzleyUnit, ...rest } = unitsOptions;
        assert.equal(muzzleyUnit, rest.vendorUnit);
        assert.deepEqual(rest, declared[index]?.unitsOptions);
      }
    }
  });

  it("returns the device page's path in the form that known apps parse", async () => {
    const { channels, platform } = scene();
    for (const { interface: page } of await channels()) {
      assert.equal(page.src, `/widgets/${page.uuid}/archive`);
      assert.equal(page.url, `${platform.config.urls.base}${page.src}`);
      assert.notEqual(page.etag, '');
    }
  });

  it("sets a channel's flag when at least one of its properties has it", async () => {
    for (const channel of await scene().channels()) {
      for (const flag of ['isActionable', 'isStateful', 'isTriggerable'] as const) {
        const isAny = channel.properties.some((property) => property[flag]);
        assert.equal(channel[flag], isAny, `${channel.id} ${flag}`);
      }
    }
  });

  it('gives each channel its own revision', async () => {
    const shown = await scene().channels();
    for (const { _rev } of shown) assert.match(_rev, /^1-[0-9a-f]{32}$/);
    assert.equal(new Set(shown.map((channel) => channel._rev)).size, shown.length);
  });
});
