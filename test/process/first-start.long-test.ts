import assert from 'node:assert/strict';
import { it } from 'node:test';
import { contextTemplate, loadDemoHome } from '@azulejo/catalog';
import {
  createFeatures,
  createMetrics,
  type Database,
  manualClock,
  migrations,
} from '@azulejo/server/testing';
import { forEachEngine } from '@azulejo/storage/testing';
import { pino } from 'pino';
import { newApplication } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { onEachEngineInFull, onSqlite, type Stage } from '../support/scene.ts';

/** Starts and stops on the suite's data. Returns whether a demo exists and whether this start created it. */
async function startOnce(stage: Stage, environment: Record<string, string>) {
  const platform = await stage.start({ environment });
  const { demo, features } = platform.server;
  const outcome = { isMade: demo !== undefined, exists: await features.demo.exists() };
  await platform[Symbol.asyncDispose]();
  return outcome;
}

const nothing = { isMade: false, exists: false };
const made = { isMade: true, exists: true };
const kept = { isMade: false, exists: true };

/** Starts on one data directory and what each does with the demo (README). An empty setting is unset. */
const series: Record<string, [Record<string, string>, typeof made][]> = {
  'a new platform on loopback gets a demo, once': [
    [{ DEMO: '' }, made],
    [{ DEMO: '' }, kept],
    [{ DEMO: '1' }, kept],
    [{ DEMO: '0' }, kept],
  ],
  'a new platform that others can reach gets none': [
    [{ DEMO: '', PUBLIC_URL: 'https://azulejo.example' }, nothing],
    [{ DEMO: '' }, nothing],
    [{ DEMO: '1', PUBLIC_URL: 'https://azulejo.example' }, made],
  ],
  'a public address may have capitals and its default port': [
    [{ DEMO: '0', PUBLIC_URL: 'https://Azulejo.example:443' }, nothing],
  ],
  'a new platform that listens everywhere gets none': [
    [{ DEMO: '', HOST: '0.0.0.0' }, nothing],
    [{ DEMO: '' }, nothing],
  ],
  'a platform gets none where none is wanted, nor later unasked': [
    [{ DEMO: '0' }, nothing],
    [{ DEMO: '' }, nothing],
    [{ DEMO: '1' }, made],
  ],
  'a public address of this machine alone is still loopback': [
    [{ DEMO: '', PUBLIC_URL: 'http://localhost:9999' }, made],
  ],
};

for (const [title, starts] of Object.entries(series)) {
  onSqlite(
    'first start',
    async (stage) => stage,
    (stage) => {
      it(title, async () => {
        for (const [environment, expected] of starts)
          assert.deepEqual(await startOnce(stage(), environment), expected, JSON.stringify(environment));
      });
    },
    { startsEmpty: true },
  );
}

onEachEngineInFull(
  'the templates of a first start',
  async (stage) => stage,
  (stage) => {
    it('stores only templates in use: that of phones, and those of the demo home', async () => {
      const home = await loadDemoHome();
      const inDemo = new Set(home.devices.map(({ template }) => template));
      for (const [DEMO, expected] of [
        ['0', [contextTemplate.id]],
        ['1', [contextTemplate.id, ...inDemo].toSorted()],
      ] as const) {
        const { server, ...platform } = await stage().start({ environment: { DEMO } });
        const { templates } = server.features;
        assert.deepEqual((await templates.storedIds()).toSorted(), expected);
        assert.ok((await templates.list()).length >= 60, 'and offers the others');
        await platform[Symbol.asyncDispose]();
      }
    });
  },
  { startsEmpty: true },
);

onEachEngineInFull(
  'a second start',
  async (stage) => stage,
  (stage) => {
    it('keeps applications and users, and adds no template versions', async () => {
      const first = await stage().start();
      const { clientId } = await newApplication(first);
      const templates = await first.server.features.templates.list();
      assert.ok(templates.length >= 60);
      await first[Symbol.asyncDispose]();

      const second = await stage().start();
      const { applications, templates: again } = second.server.features;
      assert.equal((await applications.get(clientId)).id, clientId);
      assert.deepEqual(await again.list(), templates);
      assert.deepEqual([...new Set(templates.map((template) => template.version))], [1]);
      await second[Symbol.asyncDispose]();
    });
  },
  { startsEmpty: true },
);

onEachEngineInFull(
  'a demo',
  async (stage) => stage,
  (stage) => {
    it('creates a demo although a user has its e-mail already', async () => {
      const first = await stage().start();
      const { accounts, homeApplication } = first.server.features;
      const { id: appId } = await homeApplication.get();
      await accounts.create({ appId, email: 'ana@demo.example', name: 'Ana', password: 'another person' });
      await first[Symbol.asyncDispose]();
      assert.deepEqual(await startOnce(stage(), { DEMO: '1' }), made);
    });
  },
);

forEachEngine(
  (_engine, open, newPlace) => {
    it('creates a demo once when a server and a command do so at the same time', async () => {
      const place = await newPlace();
      await using one = await startPlatform({ place, environment: { DEMO: '1' } });
      await one.server.features.demo.remove();
      const { config, clock } = one;
      const db = await open<Database>({ place, migrations });
      const logger = pino({ enabled: false });
      const { services: beside } = await createFeatures({
        config,
        db,
        clock,
        timers: clock,
        logger,
        metrics: createMetrics(),
      });
      const demos = await Promise.all([one.server.features, beside].map(({ demo }) => demo.create()));
      assert.equal(demos.filter((demo) => demo !== undefined).length, 1);
      assert.equal(await one.server.features.demo.exists(), true);
    });

    it('leaves the demo to another server that is creating it, until that was killed', async () => {
      const place = await newPlace();
      const { write } = await open<Database>({ place, migrations });
      const clock = manualClock();
      const value = `making ${clock.now()} another`;
      await write((tx) => tx.insertInto('settings').values({ name: 'demo', value }).execute());
      await using platform = await startPlatform({ place, environment: { DEMO: '1' }, clock });
      assert.equal(platform.server.demo, undefined);
      clock.advance({ minutes: 3 });
      assert.ok(await platform.server.features.demo.create());
    });
  },
  ['postgres'],
);
