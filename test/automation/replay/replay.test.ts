import { it } from 'node:test';
import { onEachEngine } from '../../support/scene.ts';
import { assertReplayEqualsLive, setUpReplay } from './replay-equals-live.ts';

onEachEngine('automations of a server that is killed at any statement', setUpReplay, (scene) => {
  it('decides like one pass over the log, each step once', () => assertReplayEqualsLive(scene(), 2));
});
