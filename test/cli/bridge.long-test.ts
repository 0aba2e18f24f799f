import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { bridgeTypes } from '@azulejo/contract';
import type { Place } from '@azulejo/storage/testing';
import { lacksMosquitto, startMosquitto } from '../connections/bridges/zigbee2mqtt.ts';
import { freePort } from '../support/free-port.ts';
import { inheritedEnvironment, startServerProcess } from '../support/server-process.ts';
import { answerOf, azulejo, forEachEngineInFull } from './azulejo.ts';

type Listed = { id: string; name: string; state: string; problem: string; devices: number };

const listed = async (place: Place): Promise<Listed[]> =>
  JSON.parse((await azulejo(place, ['bridge', 'list', '--json'])).stdout);

/** Returns the bridge when it is as it should be; otherwise the runner ends the test after its time limit. */
async function until(place: Place, fits: (bridge: Listed) => boolean): Promise<Listed> {
  for (;;) {
    const [bridge] = await listed(place);
    if (bridge && fits(bridge)) return bridge;
  }
}

forEachEngineInFull((_engine, _open, newPlace) => {
  it('connects, lists, explains and removes a bridge, which ends with a killed server', async () => {
    const place = await newPlace();
    await answerOf(place, ['migrate']);
    const url = `mqtt://127.0.0.1:${await freePort()}`;

    const unreachable = await azulejo(place, ['bridge', 'add', 'zigbee2mqtt', '--mqtt', url]);
    assert.equal(unreachable.code, 1);
    assert.match(unreachable.stderr, new RegExp(`mqtt_url cannot reach ${url}: connection refused`));
    const wrong = await azulejo(place, ['bridge', 'add', 'zigbee2mqtt', '--mqtt', 'mqtt://a:b@host']);
    assert.match(wrong.stderr, /mqtt_url must not contain a user or password/);
    assert.equal((await azulejo(place, ['bridge', 'add', 'zwave', '--mqtt', url])).code, 2);
    assert.deepEqual(await listed(place), []);

    const file = join(place.dataDir, 'password.txt');
    await writeFile(file, 'open-sesame\n');
    const options = ['--mqtt', url, '--username', 'azulejo', '--password-file', file, '--no-check'];
    const added = await answerOf(place, ['bridge', 'add', 'zigbee2mqtt', ...options]);
    assert.doesNotMatch(JSON.stringify(added), /sesame/);
    assert.equal((await listed(place))[0]?.state, 'waiting');

    const elsewhere = ['bridge', 'set', 'Zigbee2MQTT', '--mqtt', url.replace('127.0.0.1', 'localhost')];
    assert.match((await azulejo(place, elsewhere)).stderr, /password must be entered again/);
    const tried = await azulejo(place, [...elsewhere, '--password-file', file]);
    assert.match(tried.stderr, /mqtt_url cannot reach mqtt:\/\/localhost/);
    const moved = [...elsewhere, '--password-file', file, '--no-check'];
    assert.equal((await azulejo(place, moved)).code, 0);
    assert.match((await azulejo(place, ['bridge', 'list'])).stdout, /mqtt:\/\/localhost:\d+ zigbee2mqtt/);
    await azulejo(place, ['bridge', 'set', 'Zigbee2MQTT', '--mqtt', url, ...moved.slice(5)]);
    const nameless = await azulejo(place, ['bridge', 'set', 'Attic', '--no-check']);
    assert.match(nameless.stderr, /There is no bridge "Attic"/);

    const output: string[] = [];
    const environment = place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl };
    await using server = await startServerProcess({
      dataDir: place.dataDir,
      environment,
      onOutput: (text) => output.push(text),
    });
    const { id, problem } = await until(place, ({ state }) => state === 'failing');
    assert.match(problem, /not connected to the MQTT server: .*ECONNREFUSED/);
    assert.match((await azulejo(place, ['bridge', 'logs', 'Zigbee2MQTT'])).stdout, /"event":"status"/);
    const { stdout: diagnosis } = await azulejo(place, ['doctor']);
    assert.match(
      diagnosis,
      new RegExp(`Bridge Zigbee2MQTT.*not connected[^]*azulejo (-- )?bridge logs ${id}`),
    );

    const pid = Number(/"bridgePid":(\d+)/.exec(output.join(''))?.[1]);
    assert.ok(!(await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('sesame'));
    assert.ok(!output.join('').includes('sesame'));
    await server.kill();
    while (isAlive(pid)) await new Promise(setImmediate);

    const requested = await azulejo(place, ['bridge', 'remove', id]);
    assert.equal(requested.code, 1);
    assert.match(requested.stderr, /0 devices would be removed.*--confirm "Zigbee2MQTT"/);
    await answerOf(place, ['bridge', 'remove', id, '--confirm', 'Zigbee2MQTT']);
    assert.deepEqual(await listed(place), []);
    assert.match((await azulejo(place, ['bridge', 'logs', id])).stderr, /There is no bridge/);
  });

  for (const type of bridgeTypes)
    it(`prints how the operator runs a bridge of the type ${type}, whose help names the same program`, async () => {
      const place = await newPlace();
      await answerOf(place, ['migrate']);
      const { stdout, code } = await azulejo(
        place,
        ['bridge', 'add', type, '--mqtt', 'mqtt://127.0.0.1:1', '--base-topic', 'upstairs'],
        { environment: { BRIDGES: 'external' } },
      );
      assert.equal(code, 0);
      const command = / {2}(.*)\nwith this environment/.exec(stdout)?.[1]?.split(' ') ?? [];
      const lines = [...stdout.matchAll(/^([A-Z_]+)=(.*)$/gm)];
      const settings = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
      assert.equal(settings['MQTT_URL'], 'mqtt://127.0.0.1:1');
      assert.equal(settings['BASE_TOPIC'], 'upstairs');
      assert.match(settings['AZULEJO_CLIENT_SECRET'] ?? '', /^azs_/);
      // The command works as it is printed: it tries the connection of the settings.
      const print = (option: string) =>
        text(
          spawn(command[0] ?? '', [...command.slice(1), option], {
            env: { ...inheritedEnvironment, ...settings },
          }).stdout,
        );
      assert.match(await print('--check'), /cannot reach mqtt:\/\/127\.0\.0\.1:1: connection refused/);
      const usage = /^Usage: node (?:server\/start\.cjs )?(\S+) --platform URL/m.exec(await print('--help'));
      assert.equal(resolve(usage?.[1] ?? ''), command.at(-1));
    });

  it('describes a system that has no version without one', {
    skip: lacksMosquitto(),
  }, async () => {
    const place = await newPlace();
    await answerOf(place, ['migrate']);
    const port = await freePort();
    await using _mosquitto = await startMosquitto(port);
    const options = ['--mqtt', `mqtt://127.0.0.1:${port}`];
    const { stdout } = await azulejo(place, ['bridge', 'add', 'mqtt-discovery', ...options]);
    assert.match(stdout, /MQTT devices is connected:/);
    assert.match(stdout, /discovery prefix +homeassistant/);
    assert.match(stdout, /found +0 devices/);
    assert.doesNotMatch(stdout, /zigbee2mqtt/i);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
