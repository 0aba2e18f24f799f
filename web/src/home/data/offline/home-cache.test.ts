import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { channelOf, kitchen, lampTile } from '../../../testing/devices.ts';
import { createHomeCache } from './home-cache.ts';
import type { Offline } from './offline.ts';
import { createOfflineCache } from './offline-cache.ts';

const lists = { tiles: [lampTile], groups: [kitchen], channels: [channelOf('lamp')] };
const value = {
  channel: 'lamp',
  component: 'light-bulb',
  property: 'status',
  data: true,
  timestamp: '2026-03-01T12:00:00.000+0000',
};
const savedAt = '2026-03-01T12:00:01.000Z';

async function filled(isShared = false) {
  const cache = createHomeCache(() => isShared);
  await cache.keepLists('ana', lists);
  await cache.keepValues('ana', [value], savedAt);
  return cache;
}

describe('the cache of the home', () => {
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory());
  });

  it('returns what was stored for the same person', async () => {
    await filled();
    expect(await createHomeCache(() => false).read('ana')).toEqual({ lists, values: [value], savedAt });
  });

  it('returns nothing to another person', async () => {
    const cache = await filled();
    expect(await cache.read('rui')).toBeUndefined();
  });

  it('returns nothing while a part is missing', async () => {
    const cache = createHomeCache(() => false);
    await cache.keepLists('ana', lists);
    expect(await cache.read('ana')).toBeUndefined();
  });

  it('stores nothing on a shared computer', async () => {
    const cache = await filled(true);
    expect(await cache.read('ana')).toBeUndefined();
  });

  it('deletes everything when the person signs out, and stores nothing afterwards', async () => {
    const cache = await filled();
    await cache.forget();
    expect(await cache.read('ana')).toBeUndefined();
    await cache.keepLists('ana', lists);
    await cache.keepValues('ana', [value], savedAt);
    expect(await createHomeCache(() => false).read('ana')).toBeUndefined();
  });
});

describe('the cache of a browser without a database', () => {
  it('stores nothing, and does not fail', async () => {
    expect('indexedDB' in globalThis).toBe(false);
    const cache = await filled();
    expect(await cache.read('ana')).toBeUndefined();
    await cache.forget();
  });
});

describe('createOfflineCache', () => {
  function follow() {
    vi.useFakeTimers({ now: new Date(savedAt) });
    const [keepLists, keepValues, keepPictures] = [vi.fn(), vi.fn(), vi.fn(async () => {})];
    const offline = { home: { keepLists, keepValues }, pictures: { keep: keepPictures } };
    const cache = createOfflineCache(offline as unknown as Offline, {
      owner: 'ana',
      readValues: () => [value],
    });
    return { cache, keepLists, keepValues, keepPictures };
  }

  it('stores values every ten seconds, if there are new ones', () => {
    const { cache, keepValues } = follow();
    vi.advanceTimersByTime(10_000);
    expect(keepValues).not.toHaveBeenCalled();
    cache.note();
    vi.advanceTimersByTime(20_000);
    expect(keepValues).toHaveBeenCalledExactlyOnceWith('ana', [value], '2026-03-01T12:00:21.000Z');
    cache.end();
  });

  it('stores new values when the page is hidden, which may be its end', () => {
    const { cache, keepValues } = follow();
    cache.note();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(keepValues).toHaveBeenCalledOnce();
    cache.end();
  });

  it('stores lists and their pictures once for each change', async () => {
    const { cache, keepLists, keepPictures } = follow();
    cache.lists(lists);
    await vi.advanceTimersByTimeAsync(1_000);
    cache.lists(lists);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([keepLists.mock.calls.length, keepPictures.mock.calls.length]).toEqual([1, 1]);
    cache.lists({ ...lists, tiles: [] });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(keepLists).toHaveBeenLastCalledWith('ana', { ...lists, tiles: [] });
    cache.end();
  });

  it('stores nothing after the cache was ended', async () => {
    const { cache, keepLists, keepValues } = follow();
    cache.note();
    cache.lists(lists);
    cache.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([keepLists.mock.calls.length, keepValues.mock.calls.length]).toEqual([0, 0]);
  });
});
