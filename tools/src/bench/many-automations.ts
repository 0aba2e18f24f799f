import { setTimeout } from 'node:timers/promises';
import type { AgentDefinition } from '@azulejo/contract';
import { type Database, migrations } from '@azulejo/server/testing';
import { openStorage } from '@azulejo/storage';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import { fillWithUsers } from './fill.ts';
import { openServer } from './home.ts';
import type { Place } from './place.ts';
import { type PlatformProcess, startPlatform } from './platform-process.ts';
import type { Figure } from './report.ts';

const HOMES = 20_000;
const AUTOMATIONS = 5;
const TIMERS_EACH = 10;
const OUTAGE_MS = 600_000;
const MEGABYTE = 1_000_000;
/** The longest that one process of the filling may take. */
const WRITE_LIMIT_MS = 300_000;
/** A server whose processor is idle for a second has read all homes. */
const LOOK_MS = 1_000;
const IDLE_MS = 50;
const MAX_LOOKS = 600;
/** V8 gives memory back some ten seconds after the last garbage collection. */
const SETTLED_MS = 20_000;
/** The home that all others are copies of: user `u1` with the channel `c1`. */
const MODEL = { userId: 'u1', channelId: 'c1' };

/** Measures the start and the memory of a server with 100,000 automations and 1,000,000 timers, and without. */
export async function manyAutomations(context: Context): Promise<Figure[]> {
  const { place, homes } = await context.prepared();
  await fillWithUsers(place, homes, HOMES);
  const plain = await measure(place);
  await addModel(place);
  await copyModel(place);
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
  await db.write((tx) => sql`update settings set value = ${ago} where name = 'agents_ran'`.execute(tx));
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

/** Adds automations with timers that are not due for weeks. */
async function addModel(place: Place): Promise<void> {
  await using server = await openServer(place);
  const { agents, agentHomes, agentRunner } = server.features;
  const { userId, channelId } = MODEL;
  const home = await agentHomes.of(userId);
  const known = home?.facts.properties.values().find(({ channel }) => channel === channelId);
  if (!known) throw new Error('The home has no property.');
  const property = { channel: channelId, component: known.component, property: known.property };
  for (let each = 0; each < AUTOMATIONS; each += 1) {
    const timers = Array.from({ length: TIMERS_EACH }, (_, timer) => ({ every: `P${20 + timer}D` }));
    const definition: AgentDefinition = {
      label: `Automation ${each}`,
      when: [...timers, { property, is: 'changes' }],
      onlyIf: { time: { from: '22:00', to: '06:00' } },
      then: [{ notify: { text: 'It is {{now}}', values: { now: property } } }],
    };
    await agents.create(userId, { definition, author: { userId }, origin: 'api' });
  }
  await agentRunner.run();
}

/** Copies the model's automations, with what they remember, to all homes, which the server then takes for changed. */
async function copyModel(place: Place): Promise<void> {
  await using db = await openStorage<Database>({ ...place, migrations, writeLimitMs: WRITE_LIMIT_MS });
  for (const table of ['agents', 'agent_versions', 'agent_homes', 'event_counters']) {
    const row = await db.read
      .selectFrom(table as 'agents')
      .selectAll()
      .where('user_id', '=', MODEL.userId)
      .executeTakeFirstOrThrow();
    const columns = Object.keys(row);
    const copied = columns.map((column) => {
      if (column === 'user_id') return sql`'u' || n.i`;
      if (column === 'revision' && table === 'agent_homes') return sql`null`;
      if (!column.endsWith('_json')) return sql`model.${sql.ref(column)}`;
      // In what is remembered, ids are also parts of keys and of text within text.
      return sql`replace(replace(model.${sql.ref(column)}, '"c1"', '"c' || n.i || '"'), '"c1\\', '"c' || n.i || '\\')`;
    });
    await db.write((tx) =>
      sql`
        with recursive n (i) as (select 2 union all select i + 1 from n where i < ${sql.lit(HOMES)})
        insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
        select ${sql.join(copied)} from n, ${sql.table(table)} as model where model.user_id = ${sql.lit(MODEL.userId)}
        ${sql.raw(table === 'event_counters' ? 'on conflict (user_id) do nothing' : '')}`.execute(tx),
    );
  }
}
