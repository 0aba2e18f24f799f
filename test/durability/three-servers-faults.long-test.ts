import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { forEachEngine } from '@azulejo/storage/testing';
import { hasHaproxy } from '../support/balancer.ts';
import { isFullRun } from '../support/full-run.ts';
import type { TcpRelay } from '../support/tcp-relay.ts';
import { buses } from './cluster.ts';
import { type ClusterUnderLoad, surviveTogether } from './cluster-load.ts';

const LIMIT_MS = 15 * 60_000;
const BUS_AWAY_MS = 10_000;
const DATABASE_AWAY_MS = 30_000;
/** Longer than the others wait for a server before they do its work. */
const CUT_OFF_MS = 15_000;
const PAUSED_MS = 20_000;
/** Clients work undisturbed between two faults. */
const BETWEEN_MS = 3_000;

async function cutFor(ms: number, relays: readonly TcpRelay[], cut = (relay: TcpRelay) => relay.cut()) {
  await Promise.all(relays.map(cut));
  await setTimeout(ms);
  await Promise.all(relays.map((relay) => relay.restore()));
}

/** What happens to the servers, one after the other. */
const faults: Readonly<Record<string, (under: ClusterUnderLoad) => Promise<void>>> = {
  'the bus is away': async ({ cluster: { bus } }) => bus && cutFor(BUS_AWAY_MS, [bus]),
  'one server is cut off from the bus': async ({ cluster: { bus } }) =>
    bus && cutFor(BUS_AWAY_MS, [bus], (relay) => relay.cutLast()),
  'the database is away': ({ cluster: { members } }) =>
    cutFor(
      DATABASE_AWAY_MS,
      members.map(({ database }) => database),
    ),
  'one server is cut off from the database': ({ cluster: { members } }) =>
    cutFor(
      CUT_OFF_MS,
      members.slice(0, 1).map(({ database }) => database),
    ),
  'one server is paused': async ({ cluster: { members } }) => {
    const paused = members[1]?.process();
    paused?.pause();
    await setTimeout(PAUSED_MS);
    paused?.resume();
  },
};

/** It takes three minutes for each bus. */
const skip = hasHaproxy ? !isFullRun && 'only in full runs' : 'HAProxy is not installed';

forEachEngine(
  (_engine, open, newPlace) => {
    describe('three servers behind a balancer', { skip }, () => {
      for (const bus of buses)
        it(`keep all that was acknowledged when what they need is away (bus: ${bus})`, {
          timeout: LIMIT_MS,
        }, async (context) => {
          const seed = String(Date.now() % 100_000);
          context.diagnostic(`the seed is ${seed}`);
          const summary = await surviveTogether(open, await newPlace(), { bus, seed }, async (under) => {
            for (const [name, happen] of Object.entries(faults)) {
              await happen(under);
              const over = performance.now();
              await under.untilConnected();
              context.diagnostic(
                `${name}: clients were back ${Math.round(performance.now() - over)} ms after it`,
              );
              await setTimeout(BETWEEN_MS);
            }
          });
          context.diagnostic(summary);
        });
    });
  },
  ['postgres'],
);
