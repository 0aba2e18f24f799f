import assert from 'node:assert/strict';
import { it } from 'node:test';
import { contextTemplate } from '@azulejo/catalog';
import type { Channel, ChannelList, Place, Scene } from '@azulejo/contract';
import * as androidApp from '../apps/android-parser.ts';
import * as iosApp from '../apps/ios-parser.ts';
import { homeOf } from '../support/arranging-scene.ts';
import { clientToken, newApplication, newPerson } from '../support/people.ts';
import { assertApiError, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

async function setUp({ start }: Stage) {
  const platform = await start();
  const application = await newApplication(platform);
  const newHome = async () => {
    const home = homeOf(platform, await newPerson(platform, application));
    const list = async (query = '', headers = {}) =>
      platform.request(`/v3/legacy/users/${home.id}/channels${query}`, { token: home.token, headers });
    const context = async () => {
      const channel = (await readJson<ChannelList>(await list())).channels.at(-1);
      assert.ok(channel);
      return channel;
    };
    const addPlace = async (body: object): Promise<Place> => {
      const response = await home.send('POST', 'places', body);
      assert.equal(response.status, 201, await response.clone().text());
      return (await response.json()) as Place;
    };
    return { ...home, list, context, addPlace };
  };
  return { platform, application, newHome };
}

const optionsOf = (channel: Channel, property: string, control: string) =>
  channel.properties.find(({ id }) => id === property)?.controlInterfaces.find(({ id }) => id === control)
    ?.config['options'];

const wordsOf = (channel: Channel, id: string) => {
  const property = channel.properties.find((each) => each.id === id);
  assert.ok(property, id);
  const { triggers, states, actions } = property;
  return [triggers, states, actions].map((rules) => rules.map(({ condition }) => condition));
};

onEachEngine('the context channel in rule editors', setUp, (scene) => {
  it('offers times, places and notifications', async () => {
    const home = await scene().newHome();
    const channel = await home.context();
    assert.deepEqual(wordsOf(channel, 'time'), [
      ['at', 'sun', 'every'],
      ['between', 'sun-is', 'weekday-is'],
      [],
    ]);
    assert.deepEqual(wordsOf(channel, 'place'), [['arrives', 'leaves'], ['is-at', 'is-not-at'], []]);
    // Without a scene there is nothing to play.
    assert.deepEqual(wordsOf(channel, 'run'), [[], [], []]);
    assert.deepEqual(wordsOf(channel, 'notification')[2], ['equals']);
    for (const { isStateful, states, triggers, actions, controlInterfaces } of channel.properties) {
      assert.equal(isStateful, states.length > 0);
      const known = controlInterfaces.map(({ id }) => id);
      for (const { inputs } of [...triggers, ...states, ...actions])
        for (const { controlInterfaceId } of inputs) assert.ok(known.includes(controlInterfaceId));
    }
  });

  it('lists the person’s own places and scenes as options, and both apps can read them', async () => {
    const { newHome, platform } = scene();
    const [home, other] = [await newHome(), await newHome()];
    assert.deepEqual(optionsOf(await home.context(), 'place', 'place'), []);
    await home.send('PATCH', 'places/home', { latitude: 38.7223, longitude: -9.1393 });
    await home.addPlace({ name: 'No position', address: 'Rua das Flores 7' });
    platform.clock.advance({ seconds: 1 });
    const wifi = [{ ssid: 'bar', bssid: '02:00:5e:10:00:01' }];
    const beach = await home.addPlace({ name: 'Beach', wifi });
    const { id: channelId } = await home.context();
    const setting = { channel: channelId, component: 'push', property: 'notification', data: 'Good night' };
    const created = await platform.request('/v3/users/me/scenes', {
      method: 'POST',
      token: home.token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ label: 'Good night', settings: [setting] }),
    });
    assert.equal(created.status, 201, await created.clone().text());
    const { id } = (await created.json()) as Scene;
    const channel = await home.context();
    assert.deepEqual(optionsOf(channel, 'place', 'place'), [
      { label: 'Home', value: 'home', latitude: 38.7223, longitude: -9.1393 },
      { label: 'Beach', value: beach.id },
    ]);
    assert.deepEqual(optionsOf(channel, 'run', 'scene'), [{ label: 'Good night', value: id }]);
    assert.deepEqual(wordsOf(channel, 'run'), [[], [], ['equals']]);
    assert.deepEqual(optionsOf(await other.context(), 'place', 'place'), []);
    for (const query of [
      '',
      '?include=context,capabilities',
      '?include=context%2Ccapabilities&type=stateful',
    ]) {
      const text = await (await home.list(query)).text();
      iosApp.channels(JSON.parse(text), 'channels');
      androidApp.channels(JSON.parse(text), 'channels');
    }
  });

  it('revalidates the channel list when a place or a scene changes', async () => {
    const { newHome } = scene();
    const home = await newHome();
    const etag = async () => (await home.list()).headers.get('etag') ?? '';
    const before = await etag();
    assert.equal((await home.list('', { 'if-none-match': before })).status, 304);
    const { id } = await home.addPlace({ name: 'Beach', latitude: 37.1, longitude: -8.5 });
    const added = await etag();
    await home.send('PATCH', `places/${id}`, { name: 'Praia' });
    const renamed = await etag();
    await home.send('DELETE', `places/${id}`);
    const removed = await etag();
    assert.equal(new Set([before, added, renamed]).size, 3);
    assert.notEqual(removed, renamed);
  });

  it('refuses writes of a person’s place from every client', async () => {
    const { newHome, platform, application } = scene();
    const home = await newHome();
    const { id } = await home.context();
    const { access_token: ofApplication } = await clientToken(platform, application, 'application');
    for (const at of ['location/properties/place', 'scene/properties/run'])
      for (const token of [home.token, ofApplication]) {
        const response = await platform.request(`/v3/channels/${id}/components/${at}/value`, {
          method: 'PUT',
          token,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ data: 'home' }),
        });
        await assertApiError(response, 'not_writable');
      }
  });
});

onEachEngine('the context channels of an earlier release', setUp, (scene) => {
  it('moves context channels to the newest template and adds tiles for what is new', async () => {
    const { newHome, platform } = scene();
    const { templates, context } = platform.server.features;
    const home = await newHome();
    const before = await home.tiles('?include=context');
    const [tile] = before;
    await home.send('PATCH', `tiles/${tile?.id}`, { label: 'Where I am' });
    const extra = {
      id: 'extra',
      type: 'extra',
      label: 'Extra',
      classes: ['com.azulejo.components.user.extra'],
    };
    const newer = {
      ...contextTemplate,
      components: [...contextTemplate.components, extra],
      tiles: [
        ...contextTemplate.tiles,
        { label: 'Extra', components: ['extra'], information: [], actions: [], isGroupable: false },
      ],
    };
    await templates.import([newer], { areTrusted: true });
    await Promise.all([context.bringUpToDate(), context.bringUpToDate()]);
    assert.equal((await home.context()).components.at(-1)?.id, 'extra');
    const after = await home.tiles('?include=context');
    assert.deepEqual(
      after.slice(0, -1).map(({ id, label }) => [id, label]),
      before.map(({ id, label }, index) => [id, index === 0 ? 'Where I am' : label]),
    );
    assert.equal(after.at(-1)?.label, 'Extra');
    assert.deepEqual(after.at(-1)?.groups, tile?.groups);
  });
});
