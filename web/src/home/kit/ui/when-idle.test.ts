import { afterEach, describe, expect, it, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

type Idle = (deadline: { didTimeout: boolean; timeRemaining: () => number }) => void;

/** A browser whose idle times the test makes. */
function idleTimes() {
  const waiting: { look: Idle; timeout: number }[] = [];
  vi.stubGlobal('requestIdleCallback', (look: Idle, { timeout }: { timeout: number }) =>
    waiting.push({ look, timeout }),
  );
  return {
    waiting,
    pass: (ms: number, didTimeout = false) => waiting.shift()?.look({ didTimeout, timeRemaining: () => ms }),
  };
}

describe('whenIdle', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('waits for a pause that is longer than those between two pieces of work', async () => {
    const { pass, waiting } = idleTimes();
    const done = vi.fn();
    const ended = whenIdle(5_000).then(done);
    pass(3);
    await Promise.resolve();
    expect(done).not.toHaveBeenCalled();
    expect(waiting).toHaveLength(1);
    pass(45);
    await ended;
    expect(done).toHaveBeenCalledOnce();
  });

  it('ends after the given time on a page that is always busy', async () => {
    const { pass, waiting } = idleTimes();
    const ended = whenIdle(5_000);
    expect(waiting[0]?.timeout).toBeGreaterThan(4_900);
    pass(0, true);
    await ended;
  });

  it('waits a moment in a browser that cannot tell when it is idle', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('requestIdleCallback', undefined);
    const done = vi.fn();
    void whenIdle(5_000).then(done);
    await vi.advanceTimersByTimeAsync(199);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalledOnce();
  });
});
