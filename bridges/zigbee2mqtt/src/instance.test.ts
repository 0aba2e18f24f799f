import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createInstance, type Info } from './instance.ts';

function setUp() {
  const timers: { at: number; run: () => void }[] = [];
  let now = 0;
  const states: string[] = [];
  const stateOf = ({ isOnline, isAwaited }: Info) =>
    isOnline ? 'online' : isAwaited ? 'awaited' : 'offline';
  const instance = createInstance({
    request: () => {},
    onOnline: () => {},
    onOffline: () => {},
    onChange: (info) => states.push(stateOf(info)),
    setTimer: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return { [Symbol.dispose]: () => void timers.splice(timers.indexOf(timer), 1) };
    },
  });
  const handle = (topic: string, body: unknown) =>
    instance.handleMessage(`bridge/${topic}`, Buffer.from(JSON.stringify(body)));
  function advance(ms: number): void {
    now += ms;
    for (const timer of timers.splice(0)) {
      if (timer.at <= now) timer.run();
      else timers.push(timer);
    }
  }
  return { handle, advance, states };
}

it('is not offline after the start until the first answer', () => {
  const { handle, advance, states } = setUp();
  handle('info', { version: '2.14.1' });
  handle('state', { state: 'online' });
  advance(2_000);
  handle('response/health_check', { status: 'ok' });
  advance(10_000);
  assert.deepEqual(states, ['awaited', 'online']);
});

it('is offline when the first answer does not arrive within ten seconds', () => {
  const { handle, advance, states } = setUp();
  handle('info', { version: '2.14.1' });
  handle('state', { state: 'online' });
  advance(10_000);
  assert.deepEqual(states, ['awaited', 'offline']);
});
