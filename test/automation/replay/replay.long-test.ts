import { it } from 'node:test';
import { isFullRun } from '../../support/full-run.ts';
import { onEachEngine } from '../../support/scene.ts';
import { assertReplayEqualsLive, setUpReplay } from './replay-equals-live.ts';

/** A home takes some seconds, and many times that on a busy machine. */
const HOME_LIMIT_MS = 60_000;
const homes = isFullRun ? 100 : 10;

onEachEngine('automations of a server that is killed at any statement', setUpReplay, (scene) => {
  it(
    `decides like one pass over the log, each step once, in ${homes} homes`,
    {
      timeout: homes * HOME_LIMIT_MS,
    },
    () => assertReplayEqualsLive(scene(), homes),
  );
});
