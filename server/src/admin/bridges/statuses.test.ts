import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Registry } from 'prom-client';
import type { BridgeStatus } from '../../connections/bridges/index.ts';
import { manualClock } from '../../platform/testing/manual-clock.ts';
import { createBridgeMetrics } from './metrics.ts';
import { createStatuses } from './statuses.ts';

const AWAY: BridgeStatus = { state: 'failing', problem: 'refused', version: '', restarts: 0 };

function setUp() {
  const stored: [id: string, state: string][] = [];
  const timers = manualClock();
  const registry = new Registry();
  const statuses = createStatuses({
    store: async (id, { state }) => void stored.push([id, state]),
    timers,
    logger: { error: assert.fail },
    metrics: createBridgeMetrics([registry]),
  });
  return { stored, timers, registry, statuses };
}

it('stores the state of a bridge when it changes, and a state that stays every 50 seconds', async () => {
  const { stored, timers, statuses } = setUp();
  for (let second = 0; second < 100; second += 2) {
    statuses.set('one', { ...AWAY });
    timers.advance({ seconds: 2 });
  }
  statuses.set('one', { ...AWAY, state: 'running', problem: '' });
  await statuses.settled();
  assert.deepEqual(
    stored.map(([, state]) => state),
    ['failing', 'failing', 'running'],
  );
});

it('counts bridges by state and the devices that they ignore, until a bridge is forgotten', async () => {
  const { registry, statuses } = setUp();
  const text = () => registry.metrics();
  statuses.set('one', { ...AWAY, state: 'running' }, 2);
  statuses.set('two', AWAY, 1);
  assert.match(await text(), /^azulejo_bridge_quarantined_devices 3$/m);
  assert.match(await text(), /^azulejo_bridges\{state="failing"\} 1$/m);
  statuses.set('one', { ...AWAY, state: 'running' });
  assert.match(await text(), /^azulejo_bridge_quarantined_devices 1$/m);
  statuses.forget('two');
  assert.match(await text(), /^azulejo_bridge_quarantined_devices 0$/m);
});

it('stores the same state again once it was forgotten', async () => {
  const { stored, statuses } = setUp();
  statuses.set('one', AWAY);
  statuses.forget('one');
  statuses.set('one', AWAY);
  await statuses.settled();
  assert.equal(stored.length, 2);
});
