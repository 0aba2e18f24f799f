import { it } from 'node:test';
import { onEachEngine } from '../../support/scene.ts';
import type { Scenario } from './random-home.ts';
import { assertReplayEqualsLive, assertScenario, setUpReplay } from './replay-equals-live.ts';

const kept = (component: 'left' | 'right') => ({ channel: 'kept', component, property: 'level' });

const followsRight = JSON.stringify({
  label: 'Random',
  when: [{ kind: 'property', property: kept('right'), is: 'changes' }],
  then: [],
});

/** The second automation waits for one property, while its first version named the one that is reported meanwhile. */
const waitOfLaterVersion: Scenario = {
  definitions: [followsRight, followsRight],
  actions: [
    {
      action: 'replace',
      automation: 1,
      definition: JSON.stringify({
        label: 'Random',
        when: [{ kind: 'webhook', webhook: true }],
        then: [
          {
            kind: 'wait-until',
            waitUntil: { kind: 'property', property: kept('left'), is: 'is', value: 0, since: 'PT3M' },
            atMost: 'PT8M',
            else: 'stop',
          },
        ],
      }),
    },
    { action: 'report', of: { device: 'kept', component: 'left' }, data: 1 },
    { action: 'report', of: { device: 'kept', component: 'left' }, data: 0 },
    { action: 'call', automation: 1 },
    { action: 'pass', seconds: 16 },
    { action: 'report', of: { device: 'kept', component: 'right' }, data: 1 },
    { action: 'pass', seconds: 400 },
  ],
};

onEachEngine('automations of a server that is killed at any statement', setUpReplay, (scene) => {
  it('decides like one pass over the log, each step once', () => assertReplayEqualsLive(scene(), 2));

  it('ends a wait at the same time whichever earlier versions are known', async () => {
    await assertScenario(scene(), waitOfLaterVersion);
  });
});
