import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type AutomationDefinition, MAX_AUTOMATIONS } from '@azulejo/contract';
import { following, levelOf, setUpAutomations } from '../automation/automations-scene.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { assertUnharmed, waitsDuring } from './bystanders.ts';
import { meterTurns } from './turn-meter.ts';

const CALLS_PER_SECOND = 278;
const SECONDS = 8;
/** Callers share the rate, so that on a busy machine the calls do not pile up. */
const CALLERS = 14;
/** Calls that one account's web addresses accept in a minute. */
const ACCEPTED = 300;
const MAX_TURN_MS = 50;
const CHECKS = 200;
/** Definitions of one account that are checked in a minute. */
const CHECKS_PER_MINUTE = 120;
/** Checks that one account has under way at a time. */
const CHECKS_AT_A_TIME = 8;
/** Noise of clients that send checks in the same process. */
const CHECK_NOISE_MS = { p50: 8, p99: 25 };

async function setUp(stage: Stage) {
  const scene = await setUpAutomations(stage);
  const { platform, ana, rui } = scene;
  const panel = await scene.newOwnerlessPanel();
  const { automations, automationHooks, automationRunner } = platform.server.features;
  const author = { userId: ana.id };
  const hooks: string[] = [];
  for (let index = 0; index < MAX_AUTOMATIONS; index += 1) {
    const definition: AutomationDefinition = {
      ...following(panel, { label: `Automation ${index}` }),
      when: [{ kind: 'webhook', webhook: true }],
    };
    const { id } = await automations.create(ana.id, { definition, author, origin: 'api' });
    hooks.push(`/v3/hooks/${await automationHooks.create(ana.id, id)}`);
  }
  await automationRunner.run();
  const ask = async () => {
    const response = await platform.request('/v3/users/me', { token: rui.token });
    assert.equal(response.status, 200, await response.text());
  };
  return { ...scene, panel, hooks, ask };
}

type Scene = Awaited<ReturnType<typeof setUp>>;

/** Calls the hooks in turn at a steady rate, and returns how many calls had each status. */
async function callHooks({ platform, hooks }: Scene): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  let called = 0;
  const callRepeatedly = async (): Promise<void> => {
    while (called < CALLS_PER_SECOND * SECONDS) {
      const began = performance.now();
      const path = hooks[called % hooks.length] ?? '';
      called += 1;
      const response = await platform.request(path, { method: 'POST' });
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      await setTimeout(Math.max(0, (1000 * CALLERS) / CALLS_PER_SECOND - performance.now() + began));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, callRepeatedly));
  return statuses;
}

/** Returns a right definition with as many triggers and steps as it may have. */
function largeDefinition(panel: string): AutomationDefinition {
  const property = levelOf(panel);
  const when = Array.from(
    { length: 20 },
    (_, value) => ({ kind: 'property', property, is: 'becomes', value }) as const,
  );
  const then = Array.from({ length: 25 }, (_, value) => [
    { kind: 'set' as const, set: levelOf(panel, 'right'), value },
    { kind: 'notify' as const, notify: { text: `${value}: ${'Somebody is at home. '.repeat(10)}` } },
  ]);
  return { label: 'Large', when, then: then.flat() };
}

// First of all, because the schemas are compiled once in a process.
onSqlite('the first check of a definition', setUpAutomations, (scene) => {
  it('does not hold the event loop by compiling schemas', async (context) => {
    const { ana, newOwnerlessPanel, send } = scene();
    const definition = largeDefinition(await newOwnerlessPanel());
    assert.equal((await send(ana, 'GET', '?language=en')).status, 200);
    using turns = meterTurns();
    assert.equal((await send(ana, 'POST', '/check', { definition })).status, 200);
    assertShort(context, turns.take());
  });
});

onSqlite('an account with as many automations as it may have', setUp, (scene) => {
  it('does not let 278 calls of its web addresses a second delay others', async (context) => {
    const { ask } = scene();
    const baseline = await waitsDuring(ask);
    using turns = meterTurns();
    const called = callHooks(scene());
    assertUnharmed(context, baseline, await waitsDuring(ask, called));
    const statuses = await called;
    assert.deepEqual([...statuses.keys()].sort(), [202, 429]);
    assert.equal(statuses.get(202), ACCEPTED);
    assertShort(context, turns.take());
  });

  it('does not let checks of right definitions delay others', async (context) => {
    const { ask, ana, panel, send } = scene();
    const definition = largeDefinition(panel);
    assert.equal((await send(ana, 'POST', '/check', { definition })).status, 200);
    const baseline = await waitsDuring(ask);
    using turns = meterTurns();
    const statuses = new Map<number, number>();
    const checkRepeatedly = async () => {
      for (let check = 0; check < CHECKS / CHECKS_AT_A_TIME; check += 1) {
        const response = await send(ana, 'POST', '/check', { definition });
        await response.arrayBuffer();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      }
    };
    const checked = Promise.all(Array.from({ length: CHECKS_AT_A_TIME }, checkRepeatedly));
    assertUnharmed(context, baseline, await waitsDuring(ask, checked), { noise: CHECK_NOISE_MS });
    context.diagnostic(`replies: ${JSON.stringify([...statuses])}`);
    const refused = CHECKS + 1 - CHECKS_PER_MINUTE;
    assert.equal(statuses.get(429), refused);
    assertShort(context, turns.take());
  });
});

async function setUpLarge(stage: Stage) {
  const scene = await setUpAutomations(stage);
  const { platform, ana } = scene;
  const panel = await scene.newOwnerlessPanel();
  const definition = largeDefinition(panel);
  for (let index = 0; index < MAX_AUTOMATIONS; index += 1)
    await platform.server.features.automations.create(ana.id, {
      // Those that are switched off are not searched for loops, which takes a thread seconds.
      definition: { ...definition, enabled: false },
      author: { userId: ana.id },
      origin: 'api',
    });
  const [first] = await scene.list(ana);
  return { ...scene, panel, definition, first: `/${first?.id}` };
}

onSqlite('an account whose automations are as large as they may be', setUpLarge, (scene) => {
  it('does not hold the event loop with its list or with changes, after which it is compiled anew', async (context) => {
    const { ana, panel, definition, first, send } = scene();
    const calls: [method: string, path: string, body?: Record<string, unknown>][] = [
      ['GET', ''],
      ['GET', `${first}/versions`],
      ['PATCH', first, { label: 'Renamed' }],
      ['PUT', first, { ...definition, enabled: false }],
      ['POST', `${first}/versions/1/restore`, {}],
      ['POST', '/replace-device', { from: 'gone', to: panel }],
    ];
    using turns = meterTurns();
    for (const [method, path, body] of calls) {
      const response = await send(ana, method, path, body);
      assert.equal(response.status, 200, await response.text());
      context.diagnostic(`${method} ${path.replace(first, '/ID')}`);
      assertShort(context, turns.take());
    }
  });
});

function assertShort(context: { diagnostic(line: string): void }, turnMs: number): void {
  context.diagnostic(`longest turn: ${turnMs.toFixed(1)} ms`);
  assert.ok(turnMs <= MAX_TURN_MS, `a turn of the event loop took ${turnMs} ms`);
}
