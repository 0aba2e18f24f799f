import type { PortalMessage } from '@azulejo/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Filter, filterEntries, isFiltered, noFilter } from './filter.ts';
import { createMessagesStore, type Entry } from './store.ts';

const message = (n: number, members: Partial<PortalMessage> = {}): PortalMessage =>
  ({
    n,
    at: '2026-03-01T12:00:00.000+0000',
    direction: 'in',
    via: 'mqtt',
    kind: 'message',
    result: 'accepted',
    is_failure: false,
    party: { id: 'app-1', kind: 'application', name: 'Lights' },
    ...members,
  }) as PortalMessage;

describe('the store of messages', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  const numbers = (entries: readonly Entry[]) => entries.map(({ key }) => key);

  it('shows messages together after a tenth of a second, with one rendering', () => {
    const store = createMessagesStore();
    const listener = vi.fn();
    store.subscribe(listener);
    for (const n of [1, 2, 3]) store.add(message(n));
    expect(store.get().entries).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(numbers(store.get().entries)).toEqual([1, 2, 3]);
    expect(listener).toHaveBeenCalledOnce();
  });

  it('ignores messages that it knows, which are sent again after a reconnection', () => {
    const store = createMessagesStore();
    for (const n of [1, 2, 1, 2, 3]) store.add(message(n));
    vi.advanceTimersByTime(100);
    expect(numbers(store.get().entries)).toEqual([1, 2, 3]);
    expect(store.get().received).toBe(3);
  });

  it('counts failures', () => {
    const store = createMessagesStore();
    store.add(message(1, { is_failure: true }));
    store.add(message(2));
    vi.advanceTimersByTime(100);
    expect([store.get().received, store.get().failures]).toEqual([2, 1]);
  });

  it('keeps the newest 5,000', () => {
    const store = createMessagesStore();
    for (let n = 1; n <= 5_010; n += 1) store.add(message(n));
    vi.advanceTimersByTime(100);
    expect(store.get().entries.length).toBe(5_000);
    expect(store.get().entries[0]?.key).toBe(11);
  });

  it('holds messages back while it is paused, and shows them afterwards', () => {
    const store = createMessagesStore();
    store.pause(true);
    store.add(message(1));
    vi.advanceTimersByTime(100);
    expect([store.get().entries.length, store.get().waiting]).toEqual([0, 1]);
    store.pause(false);
    expect([store.get().entries.length, store.get().waiting]).toEqual([1, 0]);
  });

  it('shows where messages were skipped', () => {
    const store = createMessagesStore();
    store.add(message(1));
    store.skip(40);
    store.add(message(42));
    vi.advanceTimersByTime(100);
    expect(store.get().entries.map(({ kind }) => kind)).toEqual(['message', 'skipped', 'message']);
  });

  it('shows nothing after clearing, and does not show the same messages again', () => {
    const store = createMessagesStore();
    store.add(message(1));
    vi.advanceTimersByTime(100);
    store.clear();
    store.add(message(1));
    vi.advanceTimersByTime(100);
    expect(store.get().entries).toEqual([]);
  });

  it('calls no listener that was removed', () => {
    const store = createMessagesStore();
    const listener = vi.fn();
    store.subscribe(listener)();
    store.add(message(1));
    vi.advanceTimersByTime(100);
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('filterEntries', () => {
  const entries: Entry[] = [
    { kind: 'message', key: 1, message: message(1, { topic: 'v3/lamp', payload: '{"data":true}' }) },
    { kind: 'message', key: 2, message: message(2, { direction: 'out', kind: 'command', is_failure: true }) },
    { kind: 'skipped', key: 2.5, count: 3 },
    {
      kind: 'message',
      key: 3,
      message: message(3, { kind: 'connect', party: { id: 'u', kind: 'user', name: 'Ana' } }),
    },
  ];
  const found = (filter: Partial<Filter>) =>
    filterEntries(entries, { ...noFilter, ...filter }).map(({ key }) => key);

  it.each([
    [{}, [1, 2, 2.5, 3]],
    [{ text: 'LAMP lights' }, [1, 2.5]],
    [{ text: 'ana' }, [2.5, 3]],
    [{ text: 'lamp ana' }, [2.5]],
    [{ direction: 'out' }, [2, 2.5]],
    [{ result: 'failures' }, [2, 2.5]],
    [{ result: 'messages' }, [1, 2.5]],
    [{ result: 'commands' }, [2, 2.5]],
    [{ result: 'connections' }, [2.5, 3]],
  ] as const)('finds messages with the filter %o', (filter, keys) => {
    expect(found(filter)).toEqual(keys);
  });

  it('isFiltered ignores blanks', () => {
    expect(isFiltered({ ...noFilter, text: '  ' })).toBe(false);
    expect(isFiltered({ ...noFilter, direction: 'in' })).toBe(true);
  });
});
