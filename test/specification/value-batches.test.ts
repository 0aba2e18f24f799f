import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ClientMessage } from '@azulejo/contract';
import fc from 'fast-check';
import { type Actor, addressOf, clientOf, setUpPanels, userOf } from '../support/panel-scene.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

type Who = 'ana' | 'rui' | 'device';
type Step = { who: Who; at: string; message: ClientMessage };

/**
 * How messages are sent: in one batch, each after the one before is stored, or each while the ones before are
 * planned, stored and delivered.
 */
type Way = 'together' | 'apart' | 'overlapping';

const dataOf: Record<string, readonly unknown[]> = {
  'left/level': [1, 2],
  'left/colour': [
    { h: 1, s: 2, v: 3 },
    { v: 3, s: 2, h: 1 },
  ],
  'right/level': [1, 2],
  'left/access': ['ok', 'no_power'],
};

const step = (who: Who, at: string, io: ClientMessage['io'], data: unknown): Step => ({
  who,
  at,
  message: io === 'r' ? { io } : { io, data },
});

const steps = fc.array(
  fc.constantFrom(...Object.keys(dataOf)).chain((at) => {
    const data = fc.constantFrom(...(dataOf[at] ?? []));
    const user = fc.constantFrom<Who>('ana', 'rui');
    const read = fc.tuple(user, fc.constant('r' as const));
    const write = at.endsWith('access') ? read : fc.tuple(user, fc.constant('w' as const));
    const report = fc.tuple(fc.constant<Who>('device'), fc.constantFrom('ir' as const, 'iw' as const));
    return fc
      .tuple(fc.oneof(read, write, report), data)
      .map(([[who, io], value]) => step(who, at, io, value));
  }),
  { minLength: 2, maxLength: 16 },
);

async function setUp(stage: Stage) {
  const scene = await setUpPanels(stage);
  const { ana, rui, application, newDevice, partiesOf, platform, takeEvents, logOf, historyOf, db, pass } =
    scene;
  const { values, writePath } = platform.server.features;

  /** Returns how the writes ended, in an order that does not depend on their ids. */
  async function commandsOf(channelId: string): Promise<string[]> {
    const rows = await db.read
      .selectFrom('commands')
      .select(['property_id', 'data_json', 'state', 'answer_json', 'reason'])
      .where('channel_id', '=', channelId)
      .execute();
    return rows.map((row) => JSON.stringify(row)).toSorted();
  }

  /** Returns all effects of the steps on a new device, without its ids. */
  async function run(taken: readonly Step[], way: Way) {
    const device = await newDevice();
    const channel = await partiesOf(device.channelId);
    const actors: Record<Who, Actor> = {
      ana: userOf(ana, application.clientId, 'ana'),
      rui: userOf(rui, application.clientId, 'rui'),
      device: clientOf(device.id),
    };
    takeEvents();
    const began = platform.clock.now();
    const accepted: Promise<unknown>[] = [];
    for (const { who, at, message } of taken) {
      const { committed } = await writePath.receive(
        actors[who],
        channel,
        addressOf(device.channelId, at),
        message,
      );
      if (way === 'apart') await committed;
      else accepted.push(committed);
      if (way === 'overlapping') await setImmediate();
    }
    await Promise.all(accepted);
    const inTime = takeEvents(device.channelId);
    await pass(6);
    const outcome = {
      inTime,
      late: takeEvents(device.channelId),
      stored: await values.ofChannel(device.channelId),
      log: await logOf(ana, device.channelId),
      history: (await historyOf(device.channelId)).toSorted(([a], [b]) => a.localeCompare(b)),
      commands: await commandsOf(device.channelId),
    };
    return withoutIds(JSON.stringify(outcome, relativeTo(began)), [device.id, device.channelId]);
  }

  return { ...scene, run };
}

const relativeTo = (began: number) => (name: string, value: unknown) =>
  name === 'timestamp' || name === 'changed' ? Number(value) - began : value;

/** Replaces random command ids by numbers in order of appearance. */
function withoutIds(text: string, own: readonly string[]): unknown {
  const met = new Map(own.map((id, index) => [id, `own ${index}`]));
  const replaced = text.replaceAll(
    /"(command:)?([0-9a-f]{8}-[0-9a-f-]{27})"/g,
    (_all, prefix = '', id: string) => {
      if (!met.has(id)) met.set(id, `${met.size}`);
      return `"${prefix}${met.get(id)}"`;
    },
  );
  return JSON.parse(replaced);
}

onEachEngineInFull('batches of messages', setUp, (scene) => {
  it('has the same effects with messages in batches as with the messages one by one', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const { run } = scene();
        const apart = await run(taken, 'apart');
        for (const way of ['together', 'overlapping'] as const)
          assert.deepEqual(await run(taken, way), apart, way);
      }),
      { numRuns: 40 },
    );
  });
});
