import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AutomationTemplate, type TileList } from '@azulejo/contract';
import { setUpDemoHome } from '../support/demo-home.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { assertExact, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

const WITHOUT_PLACE = [
  'motion-light',
  'door-left-open',
  'heating-schedule',
  'water-leak',
  'shutter-with-the-sun',
  'wake-up-light',
  'battery-low',
  'device-silent',
  'holiday-look',
];

async function setUp(stage: Stage) {
  const home = await setUpDemoHome(stage);
  const { platform, token, userId } = home;
  const send = (method: string, path: string, body: object, of = token) =>
    platform.request(path, {
      method,
      token: of,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    ...home,
    send,
    async ready(language = 'en', of = token): Promise<AutomationTemplate[]> {
      const path = `/v3/users/me/automation-templates?language=${language}`;
      const { elements } = await readJson<{ elements: AutomationTemplate[] }>(
        await platform.request(path, { token: of }),
      );
      for (const each of elements) assertExact(AutomationTemplate, each);
      return elements;
    },
    /** Says where the home is, and names a thermometer after the freezer that it is in. */
    async complete(): Promise<void> {
      const place = { latitude: 38.72, longitude: -9.14 };
      const path = `/v3/legacy/users/${userId}/places/home`;
      assert.equal((await send('PATCH', path, place)).status, 200);
      const { tiles } = await readJson<TileList>(
        await platform.request(`/v3/legacy/users/${userId}/tiles`, { token }),
      );
      const thermometer = tiles.find(({ label }) => label === 'Bedroom climate');
      assert.ok(thermometer);
      const renamed = await send('PATCH', `/v3/legacy/users/${userId}/tiles/${thermometer.id}`, {
        label: 'Freezer',
      });
      assert.equal(renamed.status, 200, await renamed.text());
    },
  };
}

onEachEngine('ready automations', setUp, (scene) => {
  it('fills in ready automations that fit the devices, and leaves out those that need the place of the home', async () => {
    const { ready } = scene();
    const found = await ready();
    assert.deepEqual(
      found.map(({ id }) => id),
      WITHOUT_PLACE,
    );
    const sentences = Object.fromEntries(found.map(({ id, sentence }) => [id, sentence]));
    assert.match(sentences['motion-light'] ?? '', /Hall motion/);
    assert.match(sentences['wake-up-light'] ?? '', /Bedside lamp/);
    assert.match(sentences['water-leak'] ?? '', /Under the sink/);
    assert.match(sentences['holiday-look'] ?? '', /Living room/);
    assert.equal(found.find(({ id }) => id === 'holiday-look')?.definition.enabled, false);
    for (const text of Object.values(sentences)) assert.doesNotMatch(text, /…|no longer|gone/);
  });

  it('offers no ready automations to a person without devices', async () => {
    const { platform, ready } = scene();
    const { token } = await newPerson(platform, await newApplication(platform));
    assert.deepEqual(await ready('en', token), []);
  });

  it('offers all twelve ready automations once the place of the home and a freezer are known, and each can be saved', async () => {
    const { ready, complete, send } = scene();
    await complete();
    const found = await ready();
    assert.equal(found.length, 12, found.map(({ id }) => id).join());
    const freezer = found.find(({ id }) => id === 'freezer');
    assert.match(JSON.stringify(freezer?.definition.then), /Freezer is too warm: \{\{temperature\}\} °C/);
    const motion = found.find(({ id }) => id === 'motion-light');
    assert.deepEqual(motion?.definition.onlyIf, { kind: 'sun', id: 'c1', sun: 'down' });
    for (const { id, definition } of found) {
      const saved = await send('POST', '/v3/users/me/automations?origin=template', definition);
      assert.equal(saved.status, 201, `${id}: ${await saved.text()}`);
    }
  });

  it('returns texts in the requested language', async () => {
    const { ready } = scene();
    const titles = await Promise.all(
      ['en', 'de', 'es', 'fr', 'pt'].map(async (language) => {
        const found = (await ready(language)).find(({ id }) => id === 'water-leak');
        return [found?.title, JSON.stringify(found?.definition.then[0])];
      }),
    );
    assert.deepEqual(
      titles.map(([title]) => title),
      ['Water leak', 'Wasser läuft aus', 'Fuga de agua', 'Fuite d’eau', 'Fuga de água'],
    );
    assert.match(titles[1]?.[1] ?? '', /Under the sink meldet Wasser/);
  });
});
