import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { it } from 'node:test';
import { freePort } from '../../support/free-port.ts';
import { newPerson } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { requestTo } from '../../support/portal-calls.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

async function setUp(stage: Stage) {
  const platform = await stage.start();
  const { bridges, homeApplication } = platform.server.features;
  const { id: clientId } = await homeApplication.get();
  const person = () => newPerson(platform, { clientId, secret: '' });
  const newBridge = async (creatorId?: string, userIds?: readonly string[]) => {
    const mqttUrl = `mqtt://127.0.0.1:${await freePort()}`;
    const connection = {
      type: 'mqtt-discovery',
      mqttUrl,
      username: undefined,
      password: undefined,
      baseTopic: 'homeassistant',
    } as const;
    return (await bridges.create({ connection, creatorId, userIds })).id;
  };
  return { platform, bridges, person, newBridge, visitor: await visitPortal(platform, 'developer') };
}

onSqlite('the bridges of a user whom an operator deletes', setUp, (scene) => {
  it('removes bridges of a deleted user with their processes and logs, unlike those of others', async () => {
    const { platform, bridges, person, newBridge, visitor } = scene();
    const [ana, rui] = [await person(), await person()];
    const own = await newBridge(ana.id);
    const stateOf = async () => (await bridges.get(own)).state;
    while ((await stateOf()) !== 'failing') await new Promise(setImmediate);
    const pid = Number(/"bridge":"[^"]*".*"bridgePid":(\d+)/.exec(platform.log())?.[1]);
    assert.ok(isAlive(pid));
    const others = [await newBridge(rui.id), await newBridge(undefined, [ana.id])];

    const user = { user_id: ana.id, email: ana.email };
    assert.equal((await requestTo(visitor, 'users.remove', user)).status, 200);

    assert.equal(await bridges.find(own), undefined);
    assert.deepEqual((await bridges.list()).map(({ id }) => id).toSorted(), others.toSorted());
    assert.deepEqual(await bridges.usersOf(others[1] ?? ''), []);
    assert.equal(await bridges.openSecrets(own), undefined);
    while (isAlive(pid)) await new Promise(setImmediate);
    const log = `${platform.config.dataDir}/bridges/${own}.log`;
    const exists = () =>
      access(log).then(
        () => true,
        () => false,
      );
    while (await exists()) await new Promise(setImmediate);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
