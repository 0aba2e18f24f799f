import { addressKey } from '@azulejo/model';
import { AzulejoError } from '@azulejo/sdk';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { accessText, isReached, refusalText } from './access-labels.ts';
import { createHomeState } from './home-state.ts';
import { createValues } from './values.ts';
import { createWatchers } from './watchers.ts';
import { createWrites, NotSent, type Outcome } from './writes.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString().replace('Z', '+0000');
const power = { channel: 'c', component: 'main', property: 'power' };
const access = { ...power, property: 'access' };
const key = addressKey(power);
const frame = () => vi.advanceTimersByTime(20);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

describe('the store of values', () => {
  it('returns what was reported last, with its time', () => {
    const values = createValues();
    expect(values.get(key)).toBeUndefined();
    values.take({ ...power, data: true, timestamp: at(-5) });
    expect(values.get(key)).toEqual({
      data: true,
      timestamp: '2026-03-01T11:59:55.000+00:00',
      since: NOW - 5_000,
      isStale: false,
    });
  });

  it('ignores what is older than the known value', () => {
    const values = createValues();
    values.take({ ...power, data: 'new', timestamp: at(-1) });
    expect(values.take({ ...power, data: 'old', timestamp: at(-2) })).toBe(false);
    expect(values.get(key)?.data).toBe('new');
  });

  it('accepts an earlier time after the clock of the platform was far ahead', () => {
    const values = createValues();
    values.take({ ...power, data: 'from the future', timestamp: at(3_600) });
    expect(values.take({ ...power, data: 'now', timestamp: at(0) })).toBe(true);
    expect(values.get(key)?.data).toBe('now');
  });

  it('ignores an older value while the clock of this device is an hour slow', () => {
    const values = createValues();
    values.take({ ...power, data: 'new', timestamp: at(3_600) });
    expect(values.take({ ...power, data: 'old', timestamp: at(3_540) })).toBe(false);
    expect(values.get(key)?.data).toBe('new');
  });

  it('takes since when a device has had its value from the platform, also after a live report', () => {
    const values = createValues();
    values.take({ ...power, data: true, timestamp: at(-60), changed: at(-7_200) });
    expect(values.get(key)?.since).toBe(NOW - 7_200_000);
    values.clear();
    values.take({ ...power, data: true, timestamp: at(-1) });
    values.take({ ...power, data: true, timestamp: at(-60), changed: at(-7_200) });
    expect(values.get(key)?.since).toBe(NOW - 7_200_000);
    expect(values.all()[0]?.changed).toBe('2026-03-01T10:00:00.000Z');
    values.take({ ...power, data: false, timestamp: at(0) });
    expect(values.get(key)?.since).toBe(NOW);
  });

  it('keeps the time since when a device has had the value that it repeats', () => {
    const values = createValues();
    values.take({ ...power, data: true, timestamp: at(-60) });
    values.take({ ...power, data: true, timestamp: at(-1) });
    expect(values.get(key)?.since).toBe(NOW - 60_000);
    values.take({ ...power, data: false, timestamp: at(0) });
    expect(values.get(key)?.since).toBe(NOW);
  });

  it('marks a value as stale while the device of the component cannot be reached', () => {
    const values = createValues();
    values.take({ ...power, data: true, timestamp: at(-9) });
    values.take({ ...access, data: 'unreachable', timestamp: at(-8) });
    expect(values.get(key)?.isStale).toBe(true);
    values.take({ ...access, data: 'ok', timestamp: at(-7) });
    expect(values.get(key)?.isStale).toBe(false);
  });

  it('marks a value as stale after a silent device, until it reports again', () => {
    const values = createValues();
    values.take({ ...power, data: true, timestamp: at(-9) });
    values.markStale(power);
    expect(values.get(key)?.isStale).toBe(true);
    values.take({ ...power, data: true, timestamp: at(-8) });
    expect(values.get(key)?.isStale).toBe(false);
  });

  it('returns the same object until something changes, so that nothing renders for nothing', () => {
    const values = createValues();
    values.take({ ...power, data: { h: 1 }, timestamp: at(-9) });
    const before = values.get(key);
    expect(values.get(key)).toBe(before);
    values.touch(power);
    expect(values.get(key)).not.toBe(before);
    expect(values.get(key)?.since).toBe(NOW);
  });

  it('calls the listeners of a property once per frame, and of no other', () => {
    const values = createValues();
    const [own, other] = [vi.fn(), vi.fn()];
    values.watch(key, own);
    values.watch(addressKey({ ...power, property: 'level' }), other);
    values.take({ ...power, data: 1, timestamp: at(-3) });
    values.take({ ...power, data: 2, timestamp: at(-2) });
    frame();
    expect([own.mock.calls.length, other.mock.calls.length]).toEqual([1, 0]);
  });

  it('calls the listeners of all values of a component when its device is reached again', () => {
    const values = createValues();
    values.take({ ...power, data: 1, timestamp: at(-3) });
    const listener = vi.fn();
    values.watch(key, listener);
    values.take({ ...access, data: 'nok', timestamp: at(-2) });
    frame();
    expect(listener).toHaveBeenCalledOnce();
  });

  it('forgets everything at the end of a session', () => {
    const values = createValues();
    values.take({ ...power, data: 1, timestamp: at(-3) });
    values.clear();
    expect([values.get(key), values.all()]).toEqual([undefined, []]);
  });
});

describe('watchers', () => {
  it('calls no listener that was removed before the frame', () => {
    const watchers = createWatchers();
    const listener = vi.fn();
    const unwatch = watchers.watch('k', listener);
    watchers.notify('k');
    unwatch();
    frame();
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('the store of writes', () => {
  function store(outcome: () => Promise<Outcome>) {
    const send = vi.fn(outcome);
    const [onSilence, onDone, onEnd] = [vi.fn(), vi.fn(), vi.fn()];
    const writes = createWrites({ send, onSilence, onDone });
    writes.onEnd(onEnd);
    return { writes, send, onSilence, onDone, onEnd, status: () => writes.status(key) };
  }
  const ended = async (outcome: () => Promise<Outcome>) => {
    const made = store(outcome);
    made.writes.write(power, true);
    await vi.advanceTimersByTimeAsync(0);
    return made;
  };
  const resolved = (outcome: Outcome) => () => Promise.resolve(outcome);

  it('shows a write as pending until the device answered, then as done for two seconds', async () => {
    let answer = (_outcome: Outcome) => {};
    const { writes, send, status, onDone } = store(() => new Promise((resolve) => (answer = resolve)));
    expect(status()).toEqual({ state: 'idle' });
    writes.write(power, true);
    expect(send).toHaveBeenCalledExactlyOnceWith(power, true);
    expect(status()).toEqual({ state: 'pending', data: true });
    answer({ state: 'done' });
    await vi.advanceTimersByTimeAsync(0);
    expect(status()).toEqual({ state: 'done' });
    expect(onDone).toHaveBeenCalledExactlyOnceWith(power);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(status()).toEqual({ state: 'idle' });
  });

  it.each([
    [{ state: 'answered' }, { state: 'refused', text: 'The device set a different value' }],
    [{ state: 'unanswered' }, { state: 'unanswered', text: 'No answer from the device' }],
    [{ state: 'refused' }, { state: 'refused', text: 'The device refused' }],
    [
      { state: 'refused', text: 'Too hot.' },
      { state: 'refused', text: 'Too hot' },
    ],
    [{ state: 'superseded' }, { state: 'idle' }],
  ] as const)('shows the outcome %o of a write', async (outcome, status) => {
    expect((await ended(resolved(outcome))).status()).toEqual(status);
  });

  it.each([
    [new NotSent('You are offline'), { state: 'unsent', text: 'You are offline' }],
    [
      new AzulejoError('Refused', 'x', { text: 'Quota exceeded.' }),
      { state: 'refused', text: 'Quota exceeded' },
    ],
    [new AzulejoError('TimedOut', 'x'), { state: 'unknown', text: 'Could not confirm that this was done' }],
  ])('shows the failure of a write: %s', async (error, status) => {
    expect((await ended(() => Promise.reject(error))).status()).toEqual(status);
  });

  it('shows a failure for half a minute', async () => {
    const { status } = await ended(resolved({ state: 'refused' }));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(status().state).toBe('refused');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(status().state).toBe('idle');
  });

  it('marks the value of a silent device as stale', async () => {
    const { onSilence } = await ended(resolved({ state: 'unanswered' }));
    expect(onSilence).toHaveBeenCalledExactlyOnceWith(power);
  });

  it('shows the status of the newest write, whichever ends first', async () => {
    const answers: ((outcome: Outcome) => void)[] = [];
    const { writes, status, onEnd } = store(() => new Promise((resolve) => answers.push(resolve)));
    writes.write(power, 1);
    writes.write(power, 2);
    answers[0]?.({ state: 'refused' });
    await vi.advanceTimersByTimeAsync(0);
    expect(status()).toEqual({ state: 'pending', data: 2 });
    answers[1]?.({ state: 'done' });
    await vi.advanceTimersByTimeAsync(0);
    expect(status()).toEqual({ state: 'done' });
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('corrects a failed write by a late report of the written value', async () => {
    const { writes, status } = await ended(resolved({ state: 'unanswered' }));
    writes.applyReport(power, true);
    expect(status()).toEqual({ state: 'done' });
  });

  it('forgets a write when the device reports another value later', async () => {
    const { writes, status } = await ended(resolved({ state: 'unanswered' }));
    writes.applyReport(power, false);
    expect(status()).toEqual({ state: 'idle' });
  });

  it('does not change a write by reports while it is pending or refused', async () => {
    const { writes, status } = await ended(resolved({ state: 'refused' }));
    writes.applyReport(power, true);
    expect(status().state).toBe('refused');
  });
});

describe('the state of the home', () => {
  const tile = (id: string, rev: string) => ({ id, _rev: rev }) as never;

  it('keeps the objects of unchanged tiles, so that only the others render', () => {
    const state = createHomeState();
    state.showArrangement({ tiles: [tile('1', 'a'), tile('2', 'a')], groups: [] });
    const before = state.get();
    state.showArrangement({ tiles: [tile('1', 'a'), tile('2', 'b')], groups: [] });
    const after = state.get();
    expect(after.tiles[0]).toBe(before.tiles[0]);
    expect(after.tiles[1]).not.toBe(before.tiles[1]);
    expect(after.groups).toBe(before.groups);
  });

  it('forgets the channels that are gone', () => {
    const state = createHomeState();
    state.showLists({ tiles: [], groups: [], channels: [tile('1', 'a'), tile('2', 'a')] });
    state.showLists({ tiles: [], groups: [], channels: [tile('2', 'a')] });
    expect([...state.get().channels.keys()]).toEqual(['2']);
  });

  it('calls its listeners with every change, until they are removed', () => {
    const state = createHomeState();
    const listener = vi.fn();
    const unwatch = state.watch(listener);
    state.set({ state: 'live' });
    unwatch();
    state.clear();
    expect(listener).toHaveBeenCalledOnce();
    expect(state.get().state).toBe('loading');
  });
});

describe('the words for the connection of a device', () => {
  it('names known connection states, and returns nothing for unknown ones', () => {
    expect([accessText('no_power'), accessText('ok'), accessText('else')]).toEqual([
      'No power',
      'Connected',
      undefined,
    ]);
    expect([isReached('connected'), isReached('nok')]).toEqual([true, false]);
  });

  it.each([
    ['The device refused (no_power)', 'The device refused: no power.'],
    ['The device refused: disconnected', 'The device refused: not connected.'],
    ['Something else', 'The device refused.'],
    [undefined, 'The device refused.'],
  ])('explains the refusal "%s"', (reason, text) => {
    expect(refusalText(reason)).toBe(text);
  });
});
