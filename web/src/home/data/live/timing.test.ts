import type { Client } from '@azulejo/sdk';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnectionDisplay } from './connection-display.ts';
import { followArrangement } from './follow-arrangement.ts';
import { createHomeState } from './home-state.ts';
import { pause } from './pause.ts';
import { settledCommand } from './settled-command.ts';
import { createTicks } from './ticks.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') });
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('followArrangement', () => {
  function follow(isCurrent: () => Promise<boolean>) {
    const over = new AbortController();
    const [check, onChanged] = [vi.fn(isCurrent), vi.fn(async () => {})];
    followArrangement({ isCurrent: check, onChanged, signal: over.signal });
    return { check, onChanged, over };
  }

  it('polls every ten to twenty seconds, and reads the home only if it changed', async () => {
    const { check, onChanged } = follow(async () => true);
    await pass(9_999);
    expect(check).not.toHaveBeenCalled();
    await pass(10_001);
    expect(check).toHaveBeenCalledOnce();
    expect(onChanged).not.toHaveBeenCalled();
    check.mockResolvedValue(false);
    await pass(20_000);
    expect(onChanged).toHaveBeenCalled();
    expect(onChanged).toHaveBeenCalledTimes(check.mock.calls.length - 1);
  });

  it('continues after a failure', async () => {
    const { check } = follow(() => Promise.reject(new Error('offline')));
    await pass(60_000);
    expect(check.mock.calls.length).toBeGreaterThanOrEqual(3);
  });

  it('pauses while the page is hidden', async () => {
    const { check } = follow(async () => true);
    const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(60_000);
    expect(check).not.toHaveBeenCalled();
    sight.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(20_000);
    expect(check).toHaveBeenCalledOnce();
  });

  it('stops with the session', async () => {
    const { check, over } = follow(async () => true);
    over.abort();
    await pass(60_000);
    expect(check).not.toHaveBeenCalled();
  });
});

describe('the display of the connection', () => {
  function display() {
    const state = createHomeState();
    const onReturn = vi.fn();
    const shown = createConnectionDisplay(state, onReturn);
    return { state, onReturn, shown, get: () => [state.get().state, state.get().isCached] };
  }

  it('shows nothing before the home was read, and then the last state', () => {
    const { shown, get } = display();
    shown.change('online');
    expect(get()[0]).toBe('loading');
    shown.begin();
    expect(get()[0]).toBe('live');
  });

  it('marks the home as cached eight seconds after the connection was lost', async () => {
    const { shown, get, state } = display();
    shown.begin();
    shown.change('online');
    shown.change('connecting');
    await pass(7_999);
    expect(get()).toEqual(['connecting', false]);
    await pass(1);
    expect(get()).toEqual(['connecting', true]);
    expect(state.get().cachedSince).toBe('2026-03-01T12:00:00.000Z');
  });

  it('counts from the first loss while the connection is tried again', async () => {
    const { shown, get, state } = display();
    shown.begin();
    shown.change('online');
    shown.change('offline');
    await pass(5_000);
    shown.change('connecting');
    await pass(3_000);
    expect(get()).toEqual(['connecting', true]);
    expect(state.get().cachedSince).toBe('2026-03-01T12:00:00.000Z');
    shown.change('offline');
    await pass(60_000);
    expect(state.get().cachedSince).toBe('2026-03-01T12:00:00.000Z');
    shown.change('online');
    expect(get()).toEqual(['live', false]);
  });

  it('does not mark the home as cached after a short interruption', async () => {
    const { shown, get, onReturn } = display();
    shown.begin();
    shown.change('online');
    shown.change('offline');
    shown.change('online');
    await pass(10_000);
    expect(get()).toEqual(['live', false]);
    expect(onReturn).toHaveBeenCalledTimes(2);
  });

  it('changes nothing after the display was ended', async () => {
    const { shown, get } = display();
    shown.begin();
    shown.change('offline');
    shown.end();
    await pass(10_000);
    expect(get()).toEqual(['offline', false]);
  });
});

describe('pause', () => {
  it.each([
    ['the time is over', () => pass(5_000)],
    ['the network returns', async () => void dispatchEvent(new Event('online'))],
    ['the session ends', async (over: AbortController) => over.abort()],
  ])('ends a pause when %s', async (_when, happen) => {
    const over = new AbortController();
    const done = vi.fn();
    void pause(5_000, over.signal).then(done);
    await pass(4_999);
    expect(done).not.toHaveBeenCalled();
    await happen(over);
    await pass(0);
    expect(done).toHaveBeenCalledOnce();
  });
});

describe('settledCommand', () => {
  const command = (members: object) =>
    ({
      id: 'command-1',
      state: 'open',
      created: '2026-03-01T12:00:00.000+0000',
      deadline: '2026-03-01T12:00:30.000+0000',
      ...members,
    }) as Parameters<typeof settledCommand>[1];
  const clientWith = (get: () => Promise<unknown>) => ({ commands: { get } }) as unknown as Client;

  it('returns a command that is settled', async () => {
    const done = command({ state: 'done' });
    expect(await settledCommand(clientWith(vi.fn()), done)).toBe(done);
  });

  it('reads an open command again after its deadline', async () => {
    const get = vi.fn(async () => command({ state: 'unanswered' }));
    const settled = settledCommand(clientWith(get), command({}));
    await pass(10_999);
    expect(get).not.toHaveBeenCalled();
    await pass(1);
    expect(await settled).toMatchObject({ state: 'unanswered' });
    expect(get).toHaveBeenCalledExactlyOnceWith({ command_id: 'command-1' });
  });
});

describe('ticks of the clock', () => {
  it('ticks every twenty seconds while someone listens', async () => {
    const ticks = createTicks();
    const [one, other] = [vi.fn(), vi.fn()];
    const first = ticks.current();
    const stop = ticks.watch(one);
    const stopOther = ticks.watch(other);
    await pass(20_000);
    expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
    expect(ticks.current()).toBe(first + 1);
    stop();
    stopOther();
    expect(vi.getTimerCount()).toBe(0);
  });
});
