import assert from 'node:assert/strict';
import type { Config } from '@azulejo/server';
import {
  createMetrics,
  createServerFeatures,
  type Db,
  type ManualClock,
  manualClock,
  type ServerFeatures,
} from '@azulejo/server/testing';
import fc from 'fast-check';
import { pino } from 'pino';
import { isFullRun } from '../../support/full-run.ts';
import { setUpPanels } from '../../support/panel-scene.ts';
import { panelTemplate } from '../../support/panel-template.ts';
import { newPerson } from '../../support/people.ts';
import type { Stage } from '../../support/scene.ts';
import { startKillable } from './killable-server.ts';
import { type HomeOfPerson, liveHome } from './live-home.ts';
import { passOver } from './one-pass.ts';
import { definitionFor, type Scenario, scenario } from './random-home.ts';
import { commandsOf, linesOf, storedCommands, storedLines, unsentWrites, without } from './stored.ts';

type Scene = {
  readonly db: Db;
  readonly config: Config;
  readonly clock: ManualClock;
  /** Features of another process, which is never killed. */
  readonly observer: ServerFeatures;
  newHome(): Promise<HomeOfPerson>;
};

/** Creates homes of people in a database that another server than this platform's runs. */
export async function setUpReplay(stage: Stage): Promise<Scene> {
  // Only the servers that a test starts do what jobs do: the one of the scene would tell homes of changes of time again.
  const start: Stage['start'] = (options) => stage.start({ ...options, timers: manualClock() });
  const { platform, db, application } = await setUpPanels({ ...stage, start });
  const { config, clock } = platform;
  const logger = pino({ enabled: false });
  const options = { config, db, clock, timers: clock, logger, metrics: createMetrics() };
  const { services: observer } = await createServerFeatures(options);
  const { homes, devices } = platform.server.features;

  async function newHome(): Promise<HomeOfPerson> {
    const person = await newPerson(platform, application);
    const of = { userId: person.id, templateId: panelTemplate.id, name: 'Panel' };
    const [kept, other] = [await homes.addDevice(of), await homes.addDevice(of)];
    const { client, channel } = await devices.create(of);
    return {
      person,
      devices: { kept: kept.channel.id, other: other.channel.id, device: channel.id },
      deviceId: client.id,
    };
  }
  return { db, config, clock, observer, newHome };
}

/** Of every run but a full one, which looks for new scenarios: what lands must not depend on chance. */
const SEED = 20_261_129;

/** The homes in which enough is sure to happen. */
const ENOUGH_HOMES = 10;

/** Checks random scenarios of homes whose server is killed repeatedly, and whose automations fall behind. */
export async function assertReplayEqualsLive(scene: Scene, numRuns: number): Promise<void> {
  const seen = { kills: 0, runs: 0, late: 0, changes: 0 };
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const { kills, runs, late, changes } = await assertScenario(scene, given);
      seen.kills += kills;
      seen.runs += runs;
      seen.late += late;
      seen.changes += changes;
    }),
    { numRuns, endOnFailure: true, ...(isFullRun ? {} : { seed: SEED }) },
  );
  // Homes without runs, and servers that are never killed, would show nothing. That can happen by
  // chance when there are few homes.
  if (numRuns < ENOUGH_HOMES) return;
  assert.ok(seen.kills >= numRuns && seen.runs >= numRuns && seen.changes > 0, JSON.stringify(seen));
}

/** Lets a home live a scenario, and checks that one pass over its log decides the same. */
export async function assertScenario(scene: Scene, { definitions, actions }: Scenario) {
  const { db, config, clock, observer } = scene;
  const home = await scene.newHome();
  const userId = home.person.id;
  const channels = Object.values(home.devices);
  await using server = await startKillable({ config, db, clock }, userId);
  server.features().connectedClients.add(home.deviceId);
  await using editor = await startKillable({ config, db, clock, isOther: true }, userId);
  await editor.features().automationRunner.stop();
  const { automations } = server.features();
  const liveRun = liveHome({ server, editor, observer, db, clock, home });

  for (const device of ['kept', 'other', 'device'] as const)
    for (const component of ['left', 'right'] as const)
      await liveRun.perform({ action: 'report', of: { device, component }, data: 0 });
  // An automation that always runs when it is played, so that in the end all is stored.
  const last = { label: 'Last', when: [], then: [{ kind: 'wait' as const, wait: 'PT1S' }] };
  const author = { userId };
  const { id: lastId } = await automations.create(userId, { definition: last, author, origin: 'web' });
  for (const text of definitions) {
    const definition = definitionFor(text, home.devices);
    await automations.create(userId, { definition, author, origin: 'web' }).catch(() => undefined);
  }
  await liveRun.quiesce();
  await liveRun.play(lastId);
  await liveRun.perform({ action: 'pass', seconds: 2 });
  liveRun.spare(lastId);
  const first = await liveRun.stateOf();
  assert.ok(first);
  const before = await liveRun.observe();
  const known = await storedLines(db, userId);
  const knownCommands = await storedCommands(db, channels);

  for (const action of actions) await liveRun.perform(action);
  await liveRun.resume();
  await liveRun.quiesce();
  clock.advance({ seconds: 1 });
  await liveRun.play(lastId);
  await liveRun.quiesce();

  const unsent = await unsentWrites(db, userId);
  const decisions = passOver({
    state: first.home,
    first: before,
    changes: liveRun.changes,
    events: await eventsAfter(scene, { userId, channels, after: first.cursor }),
    unsent,
    until: clock.now() - 250,
  });
  const stored = without(await storedLines(db, userId), known);
  assert.deepEqual(stored, linesOf(decisions, [home.devices.kept, home.devices.other]));
  const commands = without(await storedCommands(db, channels), knownCommands);
  assert.deepEqual(commands, commandsOf(decisions, unsent));
  return {
    kills: liveRun.kills(),
    runs: stored.filter((line) => line.startsWith('["run"')).length,
    late: stored.filter((line) => line.includes('"too-late"')).length,
    changes: liveRun.changes.size,
  };
}

/** Reads everything that a home's automations could react to. */
async function eventsAfter(
  { observer }: Scene,
  { userId, channels, after }: { userId: string; channels: readonly string[]; after: number },
) {
  const properties = channels.flatMap((channelId) =>
    ['left', 'right'].map((componentId) => ({ channelId, componentId, propertyId: 'level' })),
  );
  const events = [];
  for (let from = after; ; ) {
    const [page] = await observer.events.readMany([{ userId, after: from, properties }]);
    if (!page || page.hasGap) throw new Error('the log has a gap');
    events.push(...page.events);
    if (page.to === page.last) return events;
    from = page.to;
  }
}
