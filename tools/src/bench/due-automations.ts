import { setTimeout } from 'node:timers/promises';
import { type Database, migrations } from '@azulejo/server/testing';
import { openStorage } from '@azulejo/storage';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import { addAutomations, VALUE, WRITE_LIMIT_MS } from './copied-automations.ts';
import { fillWithUsers } from './fill.ts';
import type { Place } from './place.ts';
import { type PlatformProcess, startPlatform } from './platform-process.ts';
import type { Figure } from './report.ts';
import { percentile } from './rounds.ts';

const HOMES = 100_000;
const MINUTE_MS = 60_000;
/** Enough to copy the automations and to start the server before they are due. */
const LEAD_MS = 60_000;
const MEASURE_MS = 30_000;
const COUNT_MS = 1_000;
const ASK_MS = 20;
const LONG_TURNS = 'azulejo_event_loop_long_turns_total';

/** Measures a minute at which the automations of 100,000 homes are due, each of which moves a cover. */
export async function dueAutomations(context: Context): Promise<Figure[]> {
  const { place, homes } = await context.prepared();
  await fillWithUsers(place, homes, HOMES);
  const due = Math.ceil((Date.now() + LEAD_MS) / MINUTE_MS) * MINUTE_MS;
  const at = new Date(due).toTimeString().slice(0, 5);
  await addAutomations(place, HOMES, (set) => [
    {
      label: 'Open',
      when: [{ kind: 'time', time: { at } }],
      then: [{ kind: 'set', set, value: VALUE, only: 'always' }],
    },
  ]);
  await settle(place);
  await using platform = await startPlatform(place);
  if (Date.now() > due) throw new Error('The automations were due before the server ran.');
  const turnsBefore = await platform.metric(LONG_TURNS);
  await setTimeout(due - Date.now());
  const { perSecond, answers } = await watch(platform);
  const turns = (await platform.metric(LONG_TURNS)) - turnsBefore;
  const figure = { bench: 'due-automations' };
  return [
    {
      ...figure,
      name: `runs begun, of ${HOMES} due at one minute`,
      unit: '/s',
      measured: perSecond,
      aim: { of: 'measured', is: 'at least', value: 300 },
    },
    {
      ...figure,
      name: 'meanwhile, turns of the event loop of more than 50 ms',
      unit: '',
      measured: turns,
      aim: { of: 'measured', is: 'at most', value: 0 },
    },
    {
      ...figure,
      name: 'meanwhile, answers to /healthz, p99',
      unit: 'ms',
      measured: percentile(answers, 0.99),
      aim: { of: 'measured', is: 'at most', value: 50 },
    },
    { ...figure, name: 'meanwhile, the slowest answer', unit: 'ms', measured: percentile(answers, 1) },
  ];
}

/** Stores that the automations of all homes know their home as it is. */
async function settle(place: Place): Promise<void> {
  await using db = await openStorage<Database>({ ...place, migrations, writeLimitMs: WRITE_LIMIT_MS });
  await db.write(async (tx) => {
    await sql`update homes set automations_revision = revision`.execute(tx);
    await sql`update automation_homes set revision = (select homes.revision from homes where homes.id = user_id)`.execute(
      tx,
    );
  });
}

/** Asks `/healthz` again and again until all runs have begun or half a minute has passed. */
async function watch(platform: PlatformProcess): Promise<{ perSecond: number; answers: number[] }> {
  const answers: number[] = [];
  const began = performance.now();
  const end = began + MEASURE_MS;
  let runs = 0;
  let counted = began;
  for (let now = began; now < end && runs < HOMES; now = performance.now()) {
    await (await fetch(`${platform.url}/healthz`)).text();
    answers.push(performance.now() - now);
    if (now - counted >= COUNT_MS) {
      runs = await platform.metric('azulejo_automation_decisions_total{type="run-began"}');
      counted = performance.now();
    }
    await setTimeout(ASK_MS);
  }
  return { perSecond: (1_000 * runs) / (counted - began), answers };
}
