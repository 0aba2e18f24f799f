import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Db } from '@azulejo/server/testing';
import { forEachEngine } from '@azulejo/storage/testing';
import { hasHaproxy } from '../support/balancer.ts';
import { isFullRun } from '../support/full-run.ts';
import { buses, type Member } from './cluster.ts';
import { type ClusterUnderLoad, surviveTogether } from './cluster-load.ts';
import { seededRandom } from './random.ts';

const KILLING_MS = isFullRun ? 120_000 : 30_000;
const BACK_MS = 5_000;
const JOBS_ELSEWHERE_MS = 10_000;
const LIMIT_MS = 15 * 60_000;

/** Kills one server after the other, and starts it again. Returns how long clients were away at most. */
async function killRepeatedly(
  { cluster, untilConnected }: ClusterUnderLoad,
  random: ReturnType<typeof seededRandom>,
): Promise<{ kills: number; awayMs: number }> {
  const end = performance.now() + KILLING_MS;
  let [kills, awayMs] = [0, 0];
  while (performance.now() < end) {
    const member = random.pick(cluster.members);
    if (!member) continue;
    await setTimeout(random.between(500, 3_000));
    await member.kill();
    const killed = performance.now();
    // Until then, the balancer has closed the connections of the server.
    await setTimeout(100);
    await untilConnected();
    awayMs = Math.max(awayMs, performance.now() - killed);
    kills += 1;
    await member.start();
  }
  return { kills, awayMs };
}

/** Kills the server that has the jobs. Returns after how long others have them. */
async function killHolder({ cluster, db }: ClusterUnderLoad): Promise<number> {
  const count = (await jobsOf(db)).length;
  const [{ server = '' } = {}] = await jobsOf(db);
  const member = cluster.members.find(({ name }) => name.replace(' ', '-') === server) as Member;
  await member.kill();
  const killed = performance.now();
  const areElsewhere = async () => {
    const held = await jobsOf(db);
    return held.length === count && held.every((job) => job.server !== server);
  };
  while (!(await areElsewhere())) await setTimeout(100);
  const tookMs = performance.now() - killed;
  await member.start();
  return tookMs;
}

/** Returns the leases of jobs with the names of the servers that hold them. */
const jobsOf = (db: Db) =>
  db.read
    .selectFrom('leases')
    .innerJoin('servers', (join) =>
      join.onRef('servers.id', '=', 'leases.server_id').onRef('servers.epoch', '=', 'leases.epoch'),
    )
    .select(['leases.name', 'servers.name as server'])
    .where('leases.name', 'like', 'job:%')
    .where('servers.until', '>', Date.now())
    .orderBy('leases.name')
    .execute();

forEachEngine(
  (_engine, open, newPlace) => {
    describe('three servers behind a balancer', { skip: !hasHaproxy && 'HAProxy is not installed' }, () => {
      for (const bus of isFullRun ? buses : buses.slice(0, 1))
        it(`keep all that was acknowledged while one after the other is killed (bus: ${bus})`, {
          timeout: LIMIT_MS,
        }, async (context) => {
          const seed = String(Date.now() % 100_000);
          context.diagnostic(`the seed is ${seed}`);
          const place = await newPlace();
          const summary = await surviveTogether(open, place, { bus, seed }, async (under) => {
            const jobsMs = await killHolder(under);
            const { kills, awayMs } = await killRepeatedly(under, seededRandom(seed));
            context.diagnostic(
              `${kills + 1} kills, clients away for ${Math.round(awayMs)} ms, jobs for ${Math.round(jobsMs)} ms`,
            );
            assert.ok(jobsMs <= JOBS_ELSEWHERE_MS, `jobs elsewhere after ${jobsMs} ms`);
            assert.ok(awayMs <= BACK_MS, `clients back after ${awayMs} ms`);
          });
          context.diagnostic(summary);
        });
    });
  },
  ['postgres'],
);
