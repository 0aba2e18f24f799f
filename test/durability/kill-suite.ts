import { it } from 'node:test';
import { forEachEngine } from '@azulejo/server/testing';
import { surviveKills } from './survive-kills.ts';

/** A kill and what is looked at after it take three seconds, and many times that while others use the machine. */
const KILL_LIMIT_MS = 60_000;

/** As many as a file may take time for; AZULEJO_TEST_KILLS makes it any number, in each file. */
export function killAgainAndAgain(engine: 'sqlite' | 'postgres', atLeast: number, seed: string): void {
  const kills = Number(process.env['AZULEJO_TEST_KILLS'] ?? atLeast);
  forEachEngine(
    (_engine, open, newPlace) => {
      it(`stands by its answers after ${kills} kills under load`, {
        timeout: kills * KILL_LIMIT_MS,
      }, async () => {
        await surviveKills(open, await newPlace(), kills, seed);
      });
    },
    [engine],
  );
}
