import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Place } from '@azulejo/storage/testing';
import { freePort } from '../support/free-port.ts';
import { startServerProcess } from '../support/server-process.ts';
import { answerOf, azulejo, forEachEngineInTheLongRun } from './azulejo.ts';

type Listed = { id: string; name: string; state: string; problem: string; devices: number };

const listed = async (place: Place): Promise<Listed[]> =>
  JSON.parse((await azulejo(place, ['bridge', 'list', '--json'])).stdout);

/** Returns the bridge when it is as it should be; a test that waits in vain is ended by the runner. */
async function until(place: Place, fits: (bridge: Listed) => boolean): Promise<Listed> {
  for (;;) {
    const [bridge] = await listed(place);
    if (bridge && fits(bridge)) return bridge;
  }
}

forEachEngineInTheLongRun((_engine, _open, newPlace) => {
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

    const output: string[] = [];
    const environment = place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl };
    await using server = await startServerProcess({
      dataDir: place.dataDir,
      environment,
      onOutput: (text) => output.push(text),
    });
    const { id, problem } = await until(place, ({ state }) => state === 'failing');
    assert.match(problem, /not connected to the MQTT server: .*ECONNREFUSED/);
    assert.match((await azulejo(place, ['bridge', 'logs', id])).stdout, /"event":"status"/);
    const { stdout: diagnosis } = await azulejo(place, ['doctor']);
    assert.match(diagnosis, new RegExp(`Bridge Zigbee2MQTT.*not connected[^]*azulejo bridge logs ${id}`));

    const pid = Number(/"bridgePid":(\d+)/.exec(output.join(''))?.[1]);
    assert.ok(!(await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('sesame'));
    assert.ok(!output.join('').includes('sesame'));
    await server.kill();
    while (isAlive(pid)) await new Promise(setImmediate);

    const asked = await azulejo(place, ['bridge', 'remove', id]);
    assert.equal(asked.code, 1);
    assert.match(asked.stderr, /0 devices would be removed.*--confirm "Zigbee2MQTT"/);
    await answerOf(place, ['bridge', 'remove', id, '--confirm', 'Zigbee2MQTT']);
    assert.deepEqual(await listed(place), []);
    assert.match((await azulejo(place, ['bridge', 'logs', id])).stderr, /There is no bridge/);
  });

  it('prints the settings of a bridge that the operator runs', async () => {
    const place = await newPlace();
    await answerOf(place, ['migrate']);
    const { stdout, code } = await azulejo(
      place,
      ['bridge', 'add', 'zigbee2mqtt', '--mqtt', 'mqtt://127.0.0.1', '--json'],
      { environment: { BRIDGES: 'external' } },
    );
    assert.equal(code, 0);
    const { state, settings } = JSON.parse(stdout) as { state: string; settings: Record<string, string> };
    assert.equal(state, 'external');
    assert.equal(settings['MQTT_URL'], 'mqtt://127.0.0.1');
    assert.match(settings['AZULEJO_CLIENT_SECRET'] ?? '', /^azs_/);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
