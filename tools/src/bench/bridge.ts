import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Database, migrations } from '@azulejo/server/testing';
import { openStorage } from '@azulejo/storage';
import { lacksZigbee2Mqtt } from '@azulejo/test/bridge-rig';
import { sql } from 'kysely';
import { BENCH_LAMP, connectBridge, type House, LAMP_NAME, makeOwner, startHouse } from './bridge-house.ts';
import { findBelow, useOf } from './bridge-process.ts';
import { recoveryTimes } from './bridge-recovery.ts';
import type { Context } from './context.ts';
import type { Place } from './place.ts';
import { startPlatform } from './platform-process.ts';
import type { Figure } from './report.ts';
import { percentile } from './rounds.ts';

const PER_SECOND = 25;
/** The load lasts as many seconds as five rounds of other benches have. */
const SECONDS_A_ROUND = 4;
const WRITES = 200;
const REFUSALS = 10;
const SETTLE_MS = 2_000;
/** Long enough for V8 to return by itself what the burst left. */
const RELEASE_MS = 6_000;
/** The number of log lines of each program that are shown when a write fails. */
const LINES = 20;
const MEGABYTE = 1_000_000;

const figure = (name: string, unit: Figure['unit'], measured: number, atMost: number): Figure => ({
  bench: 'bridge',
  name,
  unit,
  measured,
  aim: { of: 'measured', is: 'at most', value: atMost },
});

/**
 * Measures an unmodified Zigbee2MQTT with 300 devices and a simulated radio behind a bridge that the server
 * runs: 1. the first start, 2. a load of reports, 3. writes, against `/set` → state at Zigbee2MQTT itself,
 * 4. writes to a device that does not answer, 5. programs that are killed.
 */
export async function bridge(context: Context): Promise<Figure[]> {
  const reason = process.platform === 'linux' ? lacksZigbee2Mqtt() : 'it needs /proc';
  if (reason) {
    process.stderr.write(`skipped: ${reason} … `);
    return [];
  }
  await using opened = new AsyncDisposableStack();
  const { place } = await context.prepared();
  const owner = await makeOwner(place);
  const house = await startHouse(opened);
  await using platform = await startPlatform(place);
  await setTimeout(SETTLE_MS);
  const before = await platform.memory();

  const started = performance.now();
  const connected = await connectBridge(platform, owner, house.mqttUrl);
  const explained = explain(house, join(place.dataDir, 'bridges', `${connected.id}.log`));
  await connected.created();
  const created = figure('300 new models to channels', 's', (performance.now() - started) / 1000, 60);
  const size = await databaseSize(place);

  const load = await underLoad(house, {
    pid: (await findBelow(platform.pid, 'bridges/zigbee2mqtt')) ?? 0,
    seconds: context.pace.rounds * SECONDS_A_ROUND,
  });
  await setTimeout(RELEASE_MS);
  const growth = ((await platform.memory()) - before) / MEGABYTE;

  const lamp = await connected.addLamp();
  const live = await connected.live();
  const write: Write = (data) => live.write(lamp, data);
  const writes = await writeTimes(house, write).catch(explained);
  await house.zigbee.radio({ do: 'offline', ieeeAddr: BENCH_LAMP.ieeeAddr });
  const refusals = await refusalTimes(write);
  await house.zigbee.radio({ do: 'online', ieeeAddr: BENCH_LAMP.ieeeAddr });
  const recovery = await recoveryTimes({ house, live, lamp, serverPid: platform.pid }).catch(explained);
  await live.close();
  return [
    created,
    ...(size === undefined ? [] : [figure('database after the first start', 'MB', size / MEGABYTE, 10)]),
    figure(`memory of the bridge at ${PER_SECOND} reports/s`, 'MB', load.memory / MEGABYTE, 150),
    figure('the same, share of a core', '%', load.share * 100, 5),
    figure('memory by which the server grows', 'MB', growth, 30),
    writes,
    figure('refusal of a write to a device that is gone, worst', 'ms', Math.max(...refusals), 1000),
    ...recovery,
  ];
}

/** Returns a function that throws the error again, with what the bridge and Zigbee2MQTT printed last. */
const explain =
  ({ zigbee }: House, logFile: string) =>
  async (error: unknown): Promise<never> => {
    const log = await readFile(logFile, 'utf8').catch(() => '');
    const lines = [...log.trim().split('\n').slice(-LINES), ...zigbee.lines.slice(-LINES)];
    throw new Error(`${String(error)}\n${lines.join('\n')}`, { cause: error });
  };

/** Lets the devices report. Returns what the bridge used meanwhile. */
async function underLoad(
  { zigbee }: House,
  { pid, seconds }: { pid: number; seconds: number },
): Promise<{ memory: number; share: number }> {
  const before = await useOf(pid);
  const began = performance.now();
  await zigbee.radio({ do: 'load', perSecond: PER_SECOND, count: PER_SECOND * seconds, seed: 11 });
  const after = await useOf(pid);
  return { memory: after.memory, share: (after.cpuMs - before.cpuMs) / (performance.now() - began) };
}

/** Writes the brightness. Resolves with the value that ended the write. */
type Write = (data: number) => Promise<{ readonly data?: unknown }>;

/** Measures writes of a person and messages to Zigbee2MQTT itself in turn. */
async function writeTimes({ lamp }: House, write: Write): Promise<Figure> {
  const topic = `zigbee2mqtt/${LAMP_NAME}`;
  const ours: number[] = [];
  const bare: number[] = [];
  for (let number = 0; number < WRITES; number += 1) {
    const percent = 10 + ((number * 7) % 80);
    ours.push(await duration(() => write(percent)));
    lamp.forget();
    const brightness = 100 + (number % 100);
    bare.push(
      await duration(async () => {
        await lamp.publish(`${topic}/set`, { brightness });
        await lamp.message(topic, (state: { brightness?: number }) => state.brightness === brightness);
      }),
    );
  }
  const [measured, baseline] = [percentile(ours, 0.95), percentile(bare, 0.95)];
  return {
    bench: 'bridge',
    name: `${WRITES} writes of a lamp, p95`,
    unit: 'ms',
    measured,
    baseline,
    ratio: measured / baseline,
    aim: { of: 'ratio', is: 'at most', value: 3 },
  };
}

/** A report of the last bare message may still be on its way, and ends the first write. */
const MAX_LATE_REPORTS = 3;

async function refusalTimes(write: Write): Promise<number[]> {
  const times: number[] = [];
  let late = 0;
  for (let number = 0; times.length < REFUSALS; number += 1) {
    const asked = 10 + number;
    const began = performance.now();
    const done = await write(asked).catch(() => undefined);
    if (!done) times.push(performance.now() - began);
    else if (done.data === asked) throw new Error('A device that is gone carried out a write.');
    else if (++late > MAX_LATE_REPORTS) throw new Error('A device that is gone reports.');
  }
  return times;
}

async function duration(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** Returns the bytes of an SQLite database; undefined for PostgreSQL, whose tables begin with other sizes. */
async function databaseSize(place: Place): Promise<number | undefined> {
  await using db = await openStorage<Database>({ ...place, migrations, writeLimitMs: SETTLE_MS });
  if (db.engine === 'postgres') return undefined;
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db.read);
  return Number(rows[0]?.bytes);
}
