import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newApplication, newPerson } from '../support/people.ts';
import { forEachEngineInFull } from './azulejo.ts';
import { bothPlaces } from './both-places.ts';

forEachEngineInFull((_engine, _open, newPlace) => {
  it('manages bridges from elsewhere, but reads their logs on the machine', async () => {
    // The server starts no bridge, whose state would differ between a command there and the same command here.
    await using both = await bothPlaces(newPlace, { BRIDGES: 'external' });
    const { ask, same, run, platform } = both;
    const ana = await newPerson(platform, await newApplication(platform));
    const mqtt = ['--mqtt', 'mqtt://127.0.0.1:1', '--no-check'];
    const { id } = await ask('bridge', 'add', 'zigbee2mqtt', ...mqtt, '--user', ana.email);
    const { bridges } = platform.server.features;
    assert.deepEqual(await bridges.usersOf(String(id)), [ana.id]);
    await ask('bridge', 'set', 'Zigbee2MQTT', '--base-topic', 'attic', '--no-check');
    await same('bridge', 'list');
    await same('bridge', 'set', String(id), '--mqtt', 'http://wrong');
    await ask('bridge', 'unshare', String(id), '--user', ana.email);
    assert.deepEqual(await bridges.usersOf(String(id)), []);
    const logs = await run(['bridge', 'logs', String(id)]);
    assert.equal(logs.code, 2);
    assert.match(logs.stderr, /`azulejo bridge logs` runs only on the machine of the server/);
    await same('bridge', 'remove', 'Zigbee2MQTT');
    await ask('bridge', 'remove', 'Zigbee2MQTT', '--confirm', 'Zigbee2MQTT');
    await same('bridge', 'list');
  });
});
