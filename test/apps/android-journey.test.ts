import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngineInFull } from '../support/scene.ts';
import { type AndroidApp, anyBody, json, openAndroidApp } from './android-app.ts';
import { pairOnAndroid } from './android-pairing.ts';
import * as parser from './android-parser.ts';
import { openAgentsTab, openDevicesTab } from './android-tabs.ts';
import type { Tile } from './home-parts.ts';
import { LAMP, newHouseWithApp } from './house.ts';
import { connectAndroid, type LiveApp } from './live-apps.ts';

const HOME = '/v3/legacy/users/{uid}';
const EMAIL = 'ana+android@example.org';
const PASSWORD = 'Nuvem+Azul 9@casa';

onEachEngineInFull('the Android app', newHouseWithApp, (scene) => {
  it('works from sign-up through network cuts, restarts and token expiry to a reinstallation', async () => {
    const { build } = scene();
    await using house = scene().house;
    const app = openAndroidApp(build);
    await app.signUp('Ana', EMAIL, PASSWORD);
    assert.deepEqual((await openDevicesTab(app)).tiles, [], 'a new home is empty, and no error page');
    await app.get(`${HOME}/tags`, parser.tags);
    const channels = await pairOnAndroid(app, LAMP, 2);
    await using live = await connectAndroid(app.record());

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
    await letTokenExpire(app, () => house.clock.advance({ days: 31 }));
    // The MQTT password is still the token with which the app connected first (android-app 4.6).
    await live.reconnects(house.restart);
    await switchReadingLamp(app, live);
    assert.deepEqual(live.refusals, [], 'a refused client would be signed out');

    await changePreferences(app);
    await removeWindowLamp(app, live);
    app.signOut();
    const next = openAndroidApp(build);
    await next.signIn(EMAIL, PASSWORD);
    assert.deepEqual(
      (await openDevicesTab(next)).tiles.map(({ label }) => label),
      ['Reading lamp'],
    );
  });
});

/** Reloads the tab as the app does: the lists, then a read of each value. */
async function refresh(app: AndroidApp, live: LiveApp) {
  const screen = await openDevicesTab(app);
  await live.show(screen.slots);
  await live.untilFilled();
  return screen;
}

async function switchReadingLamp(app: AndroidApp, live: LiveApp): Promise<void> {
  await refresh(app, live);
  await live.tap('Reading lamp', 'on');
  await live.tap('Reading lamp', 'off');
}

const patchTile = (app: AndroidApp, id: string, body: object): Promise<unknown> =>
  app.call({ method: 'PATCH', path: `${HOME}/tiles/${id}`, body, expected: json(parser.anyObject) });

/** Renames both tiles, groups them, and deletes the group without moving its tiles (android-app 2.4). */
async function arrange(app: AndroidApp, [one, other]: readonly Tile[]): Promise<void> {
  assert.ok(one && other);
  await patchTile(app, one.id, { label: 'Reading lamp' });
  await patchTile(app, other.id, { label: 'Window lamp' });
  const group = await app.call<{ id: string }>({
    method: 'POST',
    path: `${HOME}/tile-groups`,
    body: { label: 'Lamps', parent: one.groups[0] },
    expected: json(parser.tileGroup),
  });
  for (const { id } of [one, other]) await patchTile(app, id, { groups: [group.id] });
  const groups = async () => (await openDevicesTab(app)).tiles.map((tile) => tile.groups);
  assert.deepEqual(await groups(), [[group.id], [group.id]]);
  const path = `${HOME}/tile-groups/${group.id}`;
  const expected = { kind: 'json-or-204', rule: parser.anyObject } as const;
  await app.call({ method: 'PUT', path, body: { label: 'All lamps' }, expected });
  await app.call({ method: 'DELETE', path, expected });
  assert.deepEqual(await groups(), [one.groups, one.groups]);
}

/** Opens a tab with an expired token: one refresh serves all refused requests (android-app 1.3). */
async function letTokenExpire(app: AndroidApp, pass: () => void): Promise<void> {
  const { access_token: before } = app.record();
  pass();
  await openAgentsTab(app);
  assert.notEqual(app.record().access_token, before);
}

/** Checks that preferences are returned as sent; otherwise the phone overwrites its own (android-app 2.2). */
async function changePreferences(app: AndroidApp): Promise<void> {
  const path = '/v3/users/{uid}/preferences';
  const words = { timezone: 'Europe/Lisbon', currency: 'EUR', language: 'pt', locale: 'pt_PT' };
  for (const sent of [
    { units: 'metric', hour_format: '24h', ...words },
    { units: 'imperial', hour_format: '12h', ...words },
  ]) {
    await app.call({ method: 'PATCH', path, body: sent, expected: json(parser.preferences) });
    assert.deepEqual(await app.get(path, parser.preferences), sent);
  }
}

async function removeWindowLamp(app: AndroidApp, live: LiveApp): Promise<void> {
  const tile = (await openDevicesTab(app)).tiles.find(({ label }) => label === 'Window lamp');
  assert.ok(tile);
  await app.call({ method: 'DELETE', path: `${HOME}/tiles/${tile.id}`, expected: anyBody });
  const received = live.valuesOf(tile.channel);
  await live.ask(tile.channel);
  await switchReadingLamp(app, live);
  assert.equal(
    live.valuesOf(tile.channel),
    received,
    'a person who removed a device receives none of its values',
  );
}
