import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Db } from '@azulejo/server/testing';
import { forEachEngine } from '@azulejo/storage/testing';
import { sql } from 'kysely';
import { hasHaproxy } from '../support/balancer.ts';
import { isFullRun } from '../support/full-run.ts';
import { type Edits, makeNextVersion } from '../support/next-version.ts';
import type { Member } from './cluster.ts';
import { type ClusterUnderLoad, surviveTogether } from './cluster-load.ts';

const LIMIT_MS = 15 * 60_000;
const PREPARED_MS = 10 * 60_000;
/** Between two servers, clients work undisturbed. */
const BETWEEN_MS = 2_000;
/** The job that contracts runs every ten seconds, and its lease may have to be taken first. */
const CONTRACTED_MS = 30_000;

/**
 * What the next version has that this one does not know. No release exists that could be the one before: since the
 * commit "servers: start beside others on one database" (e7527cdf), the first from which servers could be upgraded one
 * after another, the first migration was still written anew. So the package of this checkout is the version before.
 */
const NEXT: Edits = {
  'server/src/database/index.ts': [
    "  '0001-initial': initial,\n",
    `  '0001-initial': initial,
  '0002-more': {
    phase: 'expand',
    tables: { upgrade_notes: { columns: { id: 'text', user_id: 'text' }, key: ['id'], references: { user_id: 'users' } } },
    columns: { users: { upgrade_mark: 'integer=0', upgrade_note: 'text?' }, property_values: { upgrade_note: 'text?' } },
    indexes: { users: [['upgrade_mark', 'id']] },
  },
  '0003-fewer': {
    phase: 'contract',
    up: async (db) => void (await db.schema.alterTable('users').dropColumn('upgrade_note').execute()),
  },
`,
  ],
  'server/src/platform/server-bus/batch.ts': [
    'export const BUS_VERSION = 1;',
    'export const BUS_VERSION = 2;',
  ],
};

const state = async ({ read }: Db): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select name from azulejo_migrations order by name`.execute(
    read,
  );
  return rows.map(({ name }) => name).join();
};
/** What clients of MQTT send again, when their session ended before it was acknowledged or while they connect again. */
const ONLY_MQTT = /broken: \{("(Message removed)?":\d+,?)*\}/;
const EXPANDED = '0001-initial,0002-more';
const CONTRACTED = `${EXPANDED},0003-fewer`;

/** It takes three minutes. */
const skip = hasHaproxy ? !isFullRun && 'only in full runs' : 'HAProxy is not installed';

forEachEngine(
  (_engine, open, newPlace) => {
    describe('three servers behind a balancer', { skip }, () => {
      let folder: string;
      let next: readonly string[];
      before(
        async () => {
          folder = await mkdtemp(join(tmpdir(), 'next-version-'));
          next = await makeNextVersion(folder, NEXT);
        },
        { timeout: PREPARED_MS },
      );
      after(() => rm(folder, { recursive: true, force: true }));

      /** Stops servers as operators do, one after the other, and starts them with another version, or this one. */
      async function replace(
        { untilConnected }: ClusterUnderLoad,
        members: readonly Member[],
        command?: readonly string[],
      ): Promise<void> {
        for (const member of members) {
          await member.stop();
          await member.start(command);
          await untilConnected();
          await setTimeout(BETWEEN_MS);
        }
      }

      it('are upgraded one after the other, and back, and lose nothing that was acknowledged', {
        timeout: LIMIT_MS,
      }, async (context) => {
        const seed = String(Date.now() % 100_000);
        context.diagnostic(`the seed is ${seed}`);
        const options = { bus: 'postgres', seed, environment: { DRAIN_SECONDS: '8' } } as const;
        const summary = await surviveTogether(open, await newPlace(), options, async (under) => {
          const { cluster, db } = under;
          const [first, second] = cluster.members as [Member, Member];
          await replace(under, [first, second], next);
          assert.equal(await state(db), EXPANDED);
          await replace(under, [second, first]);
          assert.equal(await state(db), EXPANDED, 'what was added stays');
          await replace(under, cluster.members, next);
          const end = performance.now() + CONTRACTED_MS;
          while ((await state(db)) !== CONTRACTED && performance.now() < end) await setTimeout(200);
          assert.equal(await state(db), CONTRACTED, 'contracted when no server of the version before runs');
          await first.stop();
          await assert.rejects(first.start(), /it has 0003-fewer\); start the newer version/);
          await first.start(next);
        });
        context.diagnostic(summary);
        assert.match(summary, ONLY_MQTT, 'no request of HTTP fails');
      });
    });
  },
  ['postgres'],
);
