import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Automation, AutomationRun, Command } from '@azulejo/contract';
import { startOther } from '../../support/other-server.ts';
import { newApplication, newPerson, type Person } from '../../support/people.ts';
import type { TestPlatform } from '../../support/platform.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';

const PLUG = 'TS011F_plug_1';
/** With so many homes, one server has all of them once in 2^19 runs. */
const HOMES = 20;

type Home = { readonly person: Person; readonly channel: string; readonly automation: string };

/** Starts two servers on one database, with homes that have a virtual plug and an automation each. */
async function setUp(stage: Stage) {
  const first = await stage.start();
  const second = await startOther(stage, { clock: first.clock });
  const application = await newApplication(first);
  const { templates, virtualDevices } = first.server.features;
  const templateId = (await templates.list()).find(({ model }) => model === PLUG)?.id ?? '';
  const homes: Home[] = [];
  for (let index = 0; index < HOMES; index += 1) {
    const person = await newPerson(first, application);
    const { channel } = await virtualDevices.create({ userId: person.id, templateId, faults: [] });
    const at = index % 2 === 0 ? first : second;
    const automation = await send<Automation>(at, person, 'POST', '/v3/users/me/automations', {
      label: 'Called',
      when: [{ kind: 'webhook', webhook: true }],
      then: [{ kind: 'notify', notify: { text: 'Called' } }],
    });
    homes.push({ person, channel: channel.id, automation: automation.id });
  }
  return { first, second, homes };
}

async function send<Body>(
  platform: TestPlatform,
  { token }: Person,
  method: string,
  path: string,
  body: unknown,
): Promise<Body> {
  const headers = { 'content-type': 'application/json' };
  const reply = await platform.request(path, { method, token, headers, body: JSON.stringify(body) });
  assert.ok(reply.ok, await reply.clone().text());
  return (await reply.json()) as Body;
}

const simulated = (platform: TestPlatform) => platform.server.features.simulator.count();

/** Lets time pass until the condition holds. */
async function until({ clock }: TestPlatform, condition: () => boolean): Promise<void> {
  while (!condition()) {
    clock.advance({ seconds: 1 });
    await setTimeout(100);
  }
}

const play = (platform: TestPlatform, { person, automation }: Home) =>
  send<AutomationRun>(platform, person, 'POST', `/v3/users/me/automations/${automation}/play`, {});

async function countRuns(platform: TestPlatform, { person, automation }: Home): Promise<number> {
  const path = `/v3/users/me/automations/${automation}/runs`;
  const reply = await platform.request(path, { token: person.token });
  return (await readJson<{ elements: unknown[] }>(reply)).elements.length;
}

async function switchOn(platform: TestPlatform, { person, channel }: Home): Promise<Command> {
  const path = `/v3/channels/${channel}/components/socket/properties/status/value?wait=5`;
  return send<Command>(platform, person, 'PUT', path, { data: true });
}

onEachEngine(
  'two servers divide homes among them',
  setUp,
  (scene) => {
    it('run automations and simulate devices of their parts, for clients of each, and take those of one that ends', async () => {
      const { first, second, homes } = scene();
      await until(first, () => simulated(first) + simulated(second) === HOMES && simulated(second) > 0);
      const { parts } = second.server.features.leases;
      assert.equal(simulated(second), homes.filter(({ channel }) => parts.hasPartOf(channel)).length);

      for (const at of [first, second]) {
        await Promise.all(homes.map((home) => play(at, home)));
        const commands = await Promise.all(homes.map((home) => switchOn(at, home)));
        assert.deepEqual(new Set(commands.map(({ state }) => state)), new Set(['done']));
      }

      await second[Symbol.asyncDispose]();
      await until(first, () => simulated(first) === HOMES);
      for (const home of homes) {
        await play(first, home);
        assert.equal((await switchOn(first, home)).state, 'done');
        assert.equal(await countRuns(first, home), 3);
      }
    });
  },
  { engines: ['postgres'] },
);
