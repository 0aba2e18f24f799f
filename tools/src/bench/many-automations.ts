import { setTimeout } from 'node:timers/promises';
import type { AutomationDefinition } from '@azulejo/contract';
import { type Database, migrations } from '@azulejo/server/testing';
import { openStorage } from '@azulejo/storage';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import { addAutomations, type Property } from './copied-automations.ts';
import { fillWithUsers } from './fill.ts';
import type { Place } from './place.ts';
import { type PlatformProcess, startPlatform } from './platform-process.ts';
import type { Figure } from './report.ts';

const HOMES = 20_000;
const AUTOMATIONS = 5;
const TIMERS_EACH = 10;
const OUTAGE_MS = 600_000;
const MEGABYTE = 1_000_000;
/** A server whose processor is idle for a second has read all homes. */
const LOOK_MS = 1_000;
const IDLE_MS = 50;
const MAX_LOOKS = 600;
/** V8 gives memory back some ten seconds after the last garbage collection. */
const SETTLED_MS = 20_000;

/** Measures the start and the memory of a server with 100,000 automations and 1,000,000 timers, and without. */
export async function manyAutomations(context: Context): Promise<Figure[]> {
  const { place, homes } = await context.prepared();
  await fillWithUsers(place, homes, HOMES);
  const plain = await measure(place);
  await addAutomations(place, HOMES, (property) =>
    Array.from({ length: AUTOMATIONS }, (_, each) => quiet(each, property)),
  );
  const read = await measure(place);
  const restarted = await measure(place);
  await noteOutage(place);
  const afterOutage = await measure(place);
  const start = { unit: 'ms', aim: { of: 'measured', is: 'at most', value: 2_000 } } as const;
  const memory = { unit: 'MB', aim: { of: 'measured', is: 'at most', value: 400 } } as const;
  const longer = ({ startMs }: Measured) => startMs - plain.startMs;
  const more = (measured: Measured) => (measured.memory - plain.memory) / MEGABYTE;
  const figures = [
    { name: 'processor time of a start, more than without', measured: longer(restarted), ...start },
    { name: 'of a start after an outage, more', measured: longer(afterOutage), ...start },
    { name: 'memory after a start, more than without', measured: more(restarted), ...memory },
    { name: 'memory after all homes were read, more', measured: more(read), ...memory },
  ];
  return figures.map((figure) => ({ bench: 'many-automations', ...figure }));
}

/** Processor time until the first answer, and memory when the server has nothing to do any more. */
type Measured = { readonly startMs: number; readonly memory: number };

async function measure(place: Place): Promise<Measured> {
  await using platform = await startPlatform(place);
  const startMs = await platform.cpuMs();
  await untilIdle(platform);
  await setTimeout(SETTLED_MS);
  return { startMs, memory: await platform.memory() };
}

/** Stores that the server last ran ten minutes ago. The next start then adds an event to each home with timers. */
async function noteOutage(place: Place): Promise<void> {
  await using db = await openStorage<Database>({ ...place, migrations });
  const ago = String(Date.now() - OUTAGE_MS);
  await db.write((tx) => sql`update settings set value = ${ago} where name = 'automations_ran'`.execute(tx));
}

async function untilIdle({ cpuMs }: PlatformProcess): Promise<void> {
  let before = await cpuMs();
  for (let look = 0, idle = 0; look < MAX_LOOKS && idle < 3; look += 1) {
    await setTimeout(LOOK_MS);
    const now = await cpuMs();
    idle = now - before < IDLE_MS ? idle + 1 : 0;
    before = now;
  }
}

/** Returns an automation with timers that are not due for weeks. */
function quiet(each: number, property: Property): AutomationDefinition {
  const timers = Array.from({ length: TIMERS_EACH }, (_, timer) => ({
    kind: 'interval' as const,
    every: `P${20 + timer}D`,
  }));
  return {
    label: `Automation ${each}`,
    when: [...timers, { kind: 'property', property, is: 'changes' }],
    onlyIf: { kind: 'time', time: { from: '22:00', to: '06:00' } },
    then: [{ kind: 'notify', notify: { text: 'It is {{now}}', values: { now: property } } }],
  };
}
