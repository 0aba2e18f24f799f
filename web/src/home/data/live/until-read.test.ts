import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHomeState } from './home-state.ts';
import type { LiveHome } from './live-home.ts';
import { untilRead } from './until-read.ts';

function follow() {
  vi.useFakeTimers();
  const state = createHomeState();
  const done = vi.fn();
  void untilRead(state as unknown as LiveHome).then(done);
  return { state, done };
}

describe('untilRead', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(['live', 'offline'] as const)('waits until the home is %s', async (end) => {
    const { state, done } = follow();
    state.set({ error: undefined });
    await vi.advanceTimersByTimeAsync(100);
    expect(done).not.toHaveBeenCalled();
    state.set({ state: end });
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toHaveBeenCalledOnce();
  });

  it('gives up after three seconds on a page without a home', async () => {
    const { done } = follow();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalledOnce();
  });
});
