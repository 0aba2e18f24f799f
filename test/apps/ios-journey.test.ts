import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngineInFull } from '../support/scene.ts';
import type { Tile } from './home-parts.ts';
import { LAMP, newHouseWithApp } from './house.ts';
import { type IosApp, openIosApp } from './ios-app.ts';
import { pairOnIos } from './ios-pairing.ts';
import * as parser from './ios-parser.ts';
import { openAgents, openTabs, start } from './ios-tabs.ts';
import { connectIos, type LiveApp } from './live-apps.ts';

const HOME = '/v3/legacy/users/{uid}';
const EMAIL = 'ana.ios@example.org';
const PASSWORD = 'Nuvem+Azul 9@casa';

onEachEngineInFull('the iOS app', newHouseWithApp, (scene) => {
  it('works from sign-up through network cuts, restarts and token expiry to a reinstallation', async () => {
    const { build } = scene();
    await using house = scene().house;
    const app = openIosApp(build);
    await app.signUp('Ana', EMAIL, PASSWORD);
    await app.signIn(EMAIL, PASSWORD);
    await start(app);
    assert.deepEqual((await openTabs(app)).tiles, [], 'a new home is empty, and no error page');
    const channels = await pairOnIos(app, LAMP, 3);
    await using live = await connectIos(app.record());

    const { tiles } = await refresh(app, live);
    assert.deepEqual(new Set(tiles.map(({ channel }) => channel)), new Set(channels));
    await arrange(app, tiles);
    await switchReadingLamp(app, live);

    await live.reconnects(async () => {
      await house.cutNetwork();
      await house.restoreNetwork();
    });
    await switchReadingLamp(app, live);
    await live.reconnects(house.restart);
    await switchReadingLamp(app, live);
    // The app refreshes within the last day of its token; MQTT keeps using the first one (ios-app 1.4).
    house.clock.advance({ days: 29, minutes: 30 });
    await app.refresh();
    await start(app);
    house.clock.advance({ days: 2 });
    await live.reconnects(house.restart);
    await switchReadingLamp(app, live);
    assert.deepEqual(live.refusals, [], 'a refused client would be signed out');

    await changePreferences(app);
    await removeWindowLamp(app, live);
    app.signOut();
    const next = openIosApp(build);
    await next.signIn(EMAIL, PASSWORD);
    await start(next);
    assert.deepEqual((await openTabs(next)).tiles.map(({ label }) => label).sort(), [
      'Ceiling lamp',
      'Reading lamp',
    ]);
  });
});

async function refresh(app: IosApp, live: LiveApp) {
  const screen = await openTabs(app);
  await openAgents(app);
  await live.show(screen.slots);
  await live.untilFilled();
  return screen;
}

async function switchReadingLamp(app: IosApp, live: LiveApp): Promise<void> {
  await refresh(app, live);
  await live.tap('Reading lamp', 'on');
  await live.tap('Reading lamp', 'off');
}

/** Renames all tiles, groups two, removes one from the group, and deletes the group (ios-app 2.4). */
async function arrange(app: IosApp, [one, two, three]: readonly Tile[]): Promise<void> {
  assert.ok(one && two && three);
  const [area] = one.groups;
  const patch = (id: string, body: object) =>
    app.sendChange({ method: 'PATCH', path: `${HOME}/tiles/${id}`, body });
  await patch(one.id, { label: 'Reading lamp' });
  await patch(two.id, { label: 'Window lamp' });
  await patch(three.id, { label: 'Ceiling lamp' });
  const group = await app.call<{ id: string; label: string }>(
    { method: 'POST', path: `${HOME}/tile-groups`, body: { label: 'Lamps', parent: area } },
    parser.newGroup,
  );
  await patch(one.id, { label: 'Reading lamp', groups: [group.id] });
  await patch(two.id, { label: 'Window lamp', groups: [group.id] });
  await patch(two.id, { label: 'Window lamp', groups: [area] });
  const groupsOf = async () =>
    new Map((await openTabs(app)).tiles.map(({ label, groups }) => [label, groups.join()]));
  assert.deepEqual(
    await groupsOf(),
    new Map([
      ['Window lamp', area],
      ['Ceiling lamp', area],
      ['Reading lamp', group.id],
    ]),
  );
  const path = `${HOME}/tile-groups/${group.id}`;
  await app.sendChange({ method: 'PUT', path, body: { label: 'All lamps' } });
  await app.sendChange({ method: 'DELETE', path });
  assert.deepEqual(new Set((await groupsOf()).values()), new Set([area]));
}

/** Sends a request for each setting, as the app does, and checks that none undoes another (ios-app 2.2). */
async function changePreferences(app: IosApp): Promise<void> {
  const changes = [
    { units: 'imperial' },
    { hourFormat: 12 },
    { notifications: { email: { state: false } } },
    { notifications: { sms: { state: false } } },
  ];
  for (const preferences of changes)
    await app.call({ method: 'PATCH', path: HOME, body: { preferences } }, parser.anyObject);
  const { preferences } = await app.get<{ preferences: Record<string, unknown> }>(HOME, parser.user);
  assert.deepEqual(preferences, {
    units: 'imperial',
    hourFormat: 12,
    notifications: { email: { state: false }, sms: { state: false } },
    timezone: 'Europe/Lisbon',
    currency: 'EUR',
    language: 'pt',
    locale: 'en_PT',
  });
}

async function removeWindowLamp(app: IosApp, live: LiveApp): Promise<void> {
  const tile = (await openTabs(app)).tiles.find(({ label }) => label === 'Window lamp');
  assert.ok(tile);
  await app.sendChange({ method: 'DELETE', path: `${HOME}/tiles/${tile.id}` });
  const received = live.valuesOf(tile.channel);
  await live.ask(tile.channel);
  await switchReadingLamp(app, live);
  assert.equal(
    live.valuesOf(tile.channel),
    received,
    'a person who removed a device receives none of its values',
  );
}
