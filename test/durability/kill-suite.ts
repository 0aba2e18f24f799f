import { describe, it } from 'node:test';
import { forEachEngine } from '@azulejo/storage/testing';
import { surviveKills } from './survive-kills.ts';

/** A kill and its checks take three seconds, and many times that on a busy machine. */
const KILL_LIMIT_MS = 60_000;
/** Servers that are killed at the same time: a killed one mostly waits for its start. */
const CONCURRENCY = 2;

/** Runs at least `atLeast` kills for each seed; AZULEJO_TEST_KILLS sets another number. */
export function killAgainAndAgain(
  engine: 'sqlite' | 'postgres',
  atLeast: number,
  seeds: readonly string[],
): void {
  const kills = Number(process.env['AZULEJO_TEST_KILLS'] ?? atLeast);
  forEachEngine(
    (_engine, open, newPlace) => {
      describe('a server that is killed under load', { concurrency: CONCURRENCY }, () => {
        for (const seed of seeds)
          it(`keeps all that it acknowledged after ${kills} kills (seed ${seed})`, {
            timeout: kills * KILL_LIMIT_MS,
          }, async () => {
            await surviveKills(open, await newPlace(), kills, `long ${seed}`);
          });
      });
    },
    [engine],
  );
}
