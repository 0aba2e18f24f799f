import { exampleToken } from '@azulejo/contract';
import { act, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { channelOf, kitchen, lampTile } from '../../../testing/devices.ts';
import { unreachable } from '../../../testing/fake-server.ts';
import { fakeHome, reportOf } from '../../testing/fake-home.ts';
import { openHome, renderHome, signIn } from '../../testing/open-home.tsx';
import { createHomeCache } from './home-cache.ts';
import { createPageUpdate, keepPage } from './page-update.ts';
import { createPictureCache } from './picture-cache.ts';
import { UpdateNote } from './update-note.tsx';

describe('a home that cannot be reached', () => {
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory());
  });
  const isOffline = { list: unreachable as never };

  async function fill(owner: string) {
    const cache = createHomeCache(() => false);
    await cache.keepLists(owner, { tiles: [lampTile], groups: [kitchen], channels: [channelOf('lamp')] });
    await cache.keepValues(owner, [reportOf('lamp', 'status', true)], '2026-03-01T12:00:00.000Z');
  }
  function open(path = '') {
    signIn();
    const platform = fakeHome({
      tiles: isOffline,
      tileGroups: isOffline,
      channels: isOffline,
      values: isOffline,
      events: isOffline,
    });
    return openHome(platform, path);
  }

  it('shows a home from this device, with the time of its values', async () => {
    await fill(exampleToken.owner_id);
    open();
    const lamp = await screen.findByRole('switch', { name: /^Desk lamp/ });
    expect(lamp.getAttribute('aria-checked')).toBe('true');
    expect(await screen.findByText(/, as of .*12:00/)).toBeTruthy();
  });

  it('does not show a home from this device to another person', async () => {
    await fill('someone-else');
    open();
    expect(await screen.findByText(/not available offline|cannot be reached/i)).toBeTruthy();
    expect(screen.queryByRole('switch', { name: /^Desk lamp/ })).toBeNull();
  });

  it('opens the page of a device', async () => {
    await fill(exampleToken.owner_id);
    open('/devices/lamp');
    expect(await screen.findByRole('heading', { level: 1, name: 'Desk lamp' })).toBeTruthy();
    expect(await screen.findByText(/The platform cannot be reached, as of/)).toBeTruthy();
  });

  it('stores a home once it was read, for the next time', async () => {
    signIn();
    openHome(fakeHome());
    await screen.findByRole('switch', { name: /^Desk lamp/ });
    const read = () => createHomeCache(() => false).read(exampleToken.owner_id);
    await expect.poll(async () => (await read())?.lists.tiles.length).toBe(1);
    await expect.poll(async () => (await read())?.values.length).toBe(1);
  });
});

describe('the cache of pictures', () => {
  const own = 'https://azulejo.example/uploads/a.png';
  const ofKind = 'https://azulejo.example/images/lamp.png';
  const tilesWith = (...urls: string[]) => ({ tiles: urls.map((photoUrl) => ({ ...lampTile, photoUrl })) });
  const { signal } = new AbortController();

  /** Replaces the browser's caches; returns their URLs by name. */
  function fakeCaches() {
    const stored = new Map<string, Set<string>>();
    vi.stubGlobal('caches', {
      open: async (name: string) => {
        const urls = stored.get(name) ?? new Set();
        stored.set(name, urls);
        return {
          keys: async () => [...urls].map((url) => new Request(url)),
          add: async ({ url }: Request) => void urls.add(url),
          delete: async (url: string) => urls.delete(url),
        };
      },
      delete: async (name: string) => stored.delete(name),
    });
    return (name: string) => [...(stored.get(name) ?? [])];
  }

  it('stores the pictures that people uploaded, and removes those that are no longer there', async () => {
    const urls = fakeCaches();
    const cache = createPictureCache(() => false);
    await cache.keep(tilesWith(own, ofKind, 'https://other.example/x.png'), signal);
    expect([urls('azulejo-own-pictures'), urls('azulejo-pictures')]).toEqual([[own], []]);
    await cache.keep(tilesWith(ofKind), signal);
    expect([urls('azulejo-own-pictures'), urls('azulejo-pictures')]).toEqual([[], []]);
  });

  it('deletes the person’s pictures when they sign out, and stores none afterwards', async () => {
    const urls = fakeCaches();
    const cache = createPictureCache(() => false);
    await cache.keep(tilesWith(own), signal);
    await cache.forget();
    await cache.keep(tilesWith(own), signal);
    expect(urls('azulejo-own-pictures')).toEqual([]);
  });

  it('stores nothing on a shared computer, nor in a browser without caches', async () => {
    await createPictureCache(() => false).keep(tilesWith(own), signal);
    const urls = fakeCaches();
    await createPictureCache(() => true).keep(tilesWith(own), signal);
    expect(urls('azulejo-own-pictures')).toEqual([]);
  });
});

describe('a newer version of the page', () => {
  class FakeWorker extends EventTarget {
    state = 'installing';
    readonly postMessage = vi.fn();
  }
  class FakeRegistration extends EventTarget {
    waiting: FakeWorker | null = null;
    installing: FakeWorker | null = null;
    readonly update = vi.fn(async () => {});
  }

  /** Replaces the browser's service workers, and stores the page. */
  async function keep({ hadOne }: { hadOne: boolean }, registration = new FakeRegistration()) {
    const container = Object.assign(new EventTarget(), {
      controller: hadOne ? {} : null,
      register: vi.fn(async () => registration),
    });
    Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
    vi.useFakeTimers();
    const update = createPageUpdate();
    await keepPage(update);
    Reflect.deleteProperty(navigator, 'serviceWorker');
    return { update, registration, container };
  }
  const installed = (registration: FakeRegistration) => {
    const worker = new FakeWorker();
    registration.installing = worker;
    registration.dispatchEvent(new Event('updatefound'));
    worker.state = 'installed';
    worker.dispatchEvent(new Event('statechange'));
    return worker;
  };

  it('offers a newer version of the page, which takes over on request', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
    const { update, registration, container } = await keep({ hadOne: true });
    expect(update.isReady()).toBe(false);
    const worker = installed(registration);
    expect(update.isReady()).toBe(true);
    update.take();
    expect(worker.postMessage).toHaveBeenCalledExactlyOnceWith('take over');
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('offers a newer version that waited already', async () => {
    const registration = new FakeRegistration();
    registration.waiting = new FakeWorker();
    expect((await keep({ hadOne: true }, registration)).update.isReady()).toBe(true);
  });

  it('does not offer the first version', async () => {
    const { update, registration, container } = await keep({ hadOne: false });
    installed(registration);
    container.dispatchEvent(new Event('controllerchange'));
    expect(update.isReady()).toBe(false);
  });

  it('offers a version that another tab took, without a reload', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
    const { update, container } = await keep({ hadOne: true });
    container.dispatchEvent(new Event('controllerchange'));
    expect(update.isReady()).toBe(true);
    expect(reload).not.toHaveBeenCalled();
  });

  it('looks for a newer version every hour', async () => {
    const { registration } = await keep({ hadOne: true });
    vi.advanceTimersByTime(2 * 3_600_000);
    expect(registration.update).toHaveBeenCalledTimes(2);
  });

  it('announces a newer version on the page', async () => {
    const { user, stores } = renderHome(fakeHome(), <UpdateNote />);
    expect(screen.getByRole('status').textContent).toBe('');
    const take = vi.fn();
    act(() => stores.offline.update.offer(take));
    await user.click(await screen.findByRole('button', { name: 'Reload' }));
    expect(take).toHaveBeenCalledOnce();
  });
});
