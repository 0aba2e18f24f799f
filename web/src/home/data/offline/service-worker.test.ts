import { beforeEach, describe, expect, it, vi } from 'vitest';

const PAGE = 'https://azulejo.example/home';
const SCRIPT = '/assets/home-1a2b.js';
const pageWith = (script: string) => `<html><script src="${script}"></script></html>`;

/** Starts the worker in a browser of its own, with the replies of the platform by URL. */
async function start() {
  const network = new Map<string, () => Response>();
  const skipWaiting = vi.fn(async () => {});
  const listeners = new Map<string, (event: Event) => void>();
  vi.stubGlobal('KEPT', [
    { url: '/home', revision: 'r1' },
    { url: SCRIPT, revision: null },
  ]);
  // Workbox checks the kind of its events.
  vi.stubGlobal('ExtendableEvent', Event);
  vi.stubGlobal('FetchEvent', Event);
  vi.stubGlobal('skipWaiting', skipWaiting);
  vi.stubGlobal('clients', { claim: async () => {} });
  vi.stubGlobal('registration', { scope: PAGE });
  vi.stubGlobal('caches', fakeCaches());
  vi.stubGlobal('addEventListener', (type: string, listener: (event: Event) => void) =>
    listeners.set(type, listener),
  );
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (input: Request | string) => {
    const url = new URL(input instanceof Request ? input.url : input, PAGE).href;
    fetched.push(url);
    const reply = network.get(url);
    if (!reply) throw new TypeError('offline');
    return reply();
  });
  vi.resetModules();
  network.set(PAGE, () => new Response(pageWith(SCRIPT)));
  network.set(new URL(SCRIPT, PAGE).href, () => new Response('script'));
  await import('./service-worker.ts');

  /** Sends an event to the worker; resolves when all that it waits for is done. */
  async function send(type: string, members: object = {}, waits: Promise<unknown>[] = []): Promise<void> {
    const event = Object.assign(new Event(type), members, {
      waitUntil: (work: Promise<unknown>) => void waits.push(work),
    });
    listeners.get(type)?.(event);
    for (let known = -1; known !== waits.length; ) {
      known = waits.length;
      await Promise.allSettled(waits);
    }
  }
  /** Returns the worker's response; undefined when it leaves the request to the browser. */
  async function ask(path: string, mode: RequestMode = 'cors'): Promise<Response | undefined> {
    const request = new Request(new URL(path, PAGE));
    Object.defineProperty(request, 'mode', { value: mode });
    let reply: Promise<Response> | undefined;
    const waits: Promise<unknown>[] = [];
    const respondWith = (response: Promise<Response>) => {
      reply = response;
      waits.push(response);
    };
    await send('fetch', { request, respondWith }, waits);
    return reply;
  }
  await send('install');
  await send('activate');
  return { network, fetched, send, ask, skipWaiting };
}

function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const keyOf = (request: Request | string) =>
    new URL(request instanceof Request ? request.url : request, PAGE).href;
  const open = async (name: string) => {
    const stored = all.get(name) ?? new Map<string, Response>();
    all.set(name, stored);
    return {
      match: async (request: Request | string) => stored.get(keyOf(request))?.clone(),
      put: async (request: Request | string, response: Response) => void stored.set(keyOf(request), response),
      delete: async (request: Request | string) => stored.delete(keyOf(request)),
      keys: async () => [...stored.keys()].map((url) => new Request(url)),
    };
  };
  return {
    open,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (request: Request | string, { cacheName = '' } = {}) =>
      all.get(cacheName)?.get(keyOf(request))?.clone(),
  };
}

const textOf = async (response: Response | undefined) => response?.text();

describe('the service worker', () => {
  let started: Awaited<ReturnType<typeof start>>;
  beforeEach(async () => {
    started = await start();
  });

  it('serves the stored page for every address of Home when the platform cannot be reached', async () => {
    const { network, ask } = started;
    network.clear();
    expect(await textOf(await ask('/home/devices/lamp', 'navigate'))).toBe(pageWith(SCRIPT));
    expect(await textOf(await ask(SCRIPT))).toBe('script');
  });

  it('stores a changed page of this version for the next visit', async () => {
    const { network, ask } = started;
    network.set(PAGE, () => new Response(`${pageWith(SCRIPT)}<!-- another policy -->`));
    expect(await textOf(await ask('/home', 'navigate'))).toBe(pageWith(SCRIPT));
    expect(await textOf(await ask('/home', 'navigate'))).toContain('another policy');
  });

  it('does not store the page of another version, whose files it does not have', async () => {
    const { network, ask } = started;
    network.set(PAGE, () => new Response(pageWith('/assets/home-9z8y.js')));
    await ask('/home', 'navigate');
    expect(await textOf(await ask('/home', 'navigate'))).toBe(pageWith(SCRIPT));
  });

  it('does not store an error in the place of the page', async () => {
    const { network, ask } = started;
    network.set(PAGE, () => new Response(pageWith(SCRIPT), { status: 503 }));
    await ask('/home', 'navigate');
    const reply = await ask('/home', 'navigate');
    expect([reply?.status, await textOf(reply)]).toEqual([200, pageWith(SCRIPT)]);
  });

  it('serves the home’s own pictures from the cache, and others from the platform', async () => {
    const { network, ask, fetched } = started;
    const own = await caches.open('azulejo-own-pictures');
    await own.put('/uploads/own.png', new Response('own'));
    network.set('https://azulejo.example/uploads/new.png', () => new Response('new'));
    expect(await textOf(await ask('/uploads/own.png'))).toBe('own');
    expect(await textOf(await ask('/uploads/new.png'))).toBe('new');
    expect(fetched).not.toContain('https://azulejo.example/uploads/own.png');
  });

  it('keeps pictures of kinds of device for later', async () => {
    const { network, ask } = started;
    network.set('https://azulejo.example/images/lamp.png', () => new Response('lamp'));
    expect(await textOf(await ask('/images/lamp.png'))).toBe('lamp');
    network.clear();
    expect(await textOf(await ask('/images/lamp.png'))).toBe('lamp');
  });

  it('leaves calls of the API to the browser', async () => {
    expect(await started.ask('/v3/legacy/users/me/tiles')).toBeUndefined();
  });

  it('takes over only when the page asks for it', async () => {
    const { send, skipWaiting } = started;
    await send('message', { data: 'anything' });
    expect(skipWaiting).not.toHaveBeenCalled();
    await send('message', { data: 'take over' });
    expect(skipWaiting).toHaveBeenCalledTimes(1);
  });
});
