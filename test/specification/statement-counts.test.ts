import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { manualClock } from '@azulejo/server/testing';
import { countStatements } from '@azulejo/storage/testing';
import { MINUTE, setUpHistory } from '../support/history-scene.ts';
import { newPerson } from '../support/people.ts';
import { visitPortal } from '../support/portal.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

const PLUG = 'TS011F_plug_1';
async function setUp(stage: Stage) {
  // Jobs do not run, because they use the database, too.
  const start: Stage['start'] = (options) => stage.start({ ...options, timers: manualClock() });
  const scene = await setUpHistory({ ...stage, start });
  const { platform, ana, newDevice, put, newOwnerlessPanel, fill, application } = scene;
  const { features } = platform.server;
  const visitor = await visitPortal(platform);
  const plug = (await features.templates.list()).find(({ model }) => model === PLUG)?.id ?? '';

  async function addDevices(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const device = await newDevice();
      await put(device.token, device.channelId, 'left/measure', index);
      await put(device.token, device.channelId, 'left/colour', { h: index, s: 1, v: 1 });
      await fill(await newOwnerlessPanel(), 'left/level', [{ time: MINUTE, data: index }]);
      const body = { user_id: ana.id, template_id: plug, seed: index };
      const made = await visitor.request('/portal/api/virtual-devices', { method: 'POST', body });
      assert.equal(made.status, 201);
      await newPerson(platform, application, `Person ${index}`);
    }
  }

  /**
   * Counts the second and the third time, because the first one reads what is kept in memory from then on. Returns
   * the smaller number: the server renews its lease from time to time, by a statement that is counted too.
   */
  async function countFor(ask: () => Promise<Response>): Promise<number> {
    const request = async () => {
      const response = await ask();
      assert.equal(response.status, 200, await response.text());
    };
    await request();
    return Math.min(await countStatements(request), await countStatements(request));
  }

  const asHome = (path: string) => () => platform.request(path, { token: ana.token });
  const asPortal = (path: string) => () => visitor.request(path);
  const history = '/v3/users/me/history';
  const requests = {
    'a home’s channels': asHome('/v3/legacy/users/me/channels'),
    'a home’s tiles': asHome('/v3/legacy/users/me/tiles'),
    'a home’s groups': asHome('/v3/legacy/users/me/tags'),
    'a home’s templates': asHome('/v3/users/me/channel-templates'),
    'a home’s values': asHome('/v3/users/me/values'),
    'a home’s history': asHome(`${history}?page_size=20`),
    'a home’s history by quarters of an hour': asHome(`${history}?interval=15m`),
    'a home’s history by days': asHome(`${history}?interval=1d&tz=Europe/Lisbon`),
    'a home’s activity': asHome('/v3/users/me/activity?page_size=50'),
    'a home’s alarms': asHome('/v3/users/me/alarms'),
    'a home’s automations': asHome('/v3/users/me/automations'),
    'a home’s ready automations': asHome('/v3/users/me/automation-templates'),
    'the portal’s users': asPortal('/portal/api/users'),
    'a user in the portal': asPortal(`/portal/api/users/${ana.id}`),
    'the portal’s virtual devices': asPortal('/portal/api/virtual-devices'),
    'the portal’s applications': asPortal('/portal/api/applications'),
    'the portal’s templates': asPortal('/portal/api/templates'),
    'the portal’s overview': asPortal('/portal/api/overview'),
    'the portal’s audit log': asPortal('/portal/api/audit-log'),
  };
  await addDevices(2);
  return { addDevices, countFor, requests };
}

describe('statements of one request', () => {
  onEachEngine(
    'lists',
    setUp,
    (scene) => {
      it('runs a constant number of statements per request as devices and people are added', async () => {
        const { addDevices, countFor, requests } = scene();
        const countAll = async () => {
          const counts: Record<string, number> = {};
          for (const [name, ask] of Object.entries(requests)) counts[name] = await countFor(ask);
          return counts;
        };
        const few = await countAll();
        await addDevices(6);
        assert.deepEqual(await countAll(), few);
      });
    },
    // SQLite runs the same statements, but on several threads.
    { engines: ['postgres'] },
  );
});
