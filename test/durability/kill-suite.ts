import { it } from 'node:test';
import { forEachEngine } from '@azulejo/server/testing';
import { surviveKills } from './survive-kills.ts';

/** A kill and its checks take three seconds, and many times that on a busy machine. */
const KILL_LIMIT_MS = 60_000;

/** Runs at least `atLeast` kills; AZULEJO_TEST_KILLS sets another number for each file. */
export function killAgainAndAgain(engine: 'sqlite' | 'postgres', atLeast: number, seed: string): void {
  const kills = Number(process.env['AZULEJO_TEST_KILLS'] ?? atLeast);
  forEachEngine(
    (_engine, open, newPlace) => {
      it(`keeps all that it acknowledged after ${kills} kills under load`, {
        timeout: kills * KILL_LIMIT_MS,
      }, async () => {
        await surviveKills(open, await newPlace(), kills, seed);
      });
    },
    [engine],
  );
}
