import { describe, expect, it, vi } from 'vitest';
import { handlePushEvents } from './push-events.ts';

type Shown = {
  title: string;
  tag: string;
  data: { path: string; id: string };
  options: Record<string, unknown>;
};
type Page = {
  url: string;
  visibilityState: DocumentVisibilityState;
  postMessage: ReturnType<typeof vi.fn>;
  focus: ReturnType<typeof vi.fn>;
};

const pageAt = (path: string, visibilityState: DocumentVisibilityState = 'visible'): Page => ({
  url: `https://azulejo.example${path}`,
  visibilityState,
  postMessage: vi.fn(),
  focus: vi.fn(async () => undefined),
});

/** Starts the handlers in a worker with these open pages. */
function start(...pages: Page[]) {
  const shown: Shown[] = [];
  const subscribe = vi.fn(async () => ({}));
  const openWindow = vi.fn(async () => undefined);
  const registration = {
    pushManager: { subscribe },
    getNotifications: async ({ tag }: { tag: string }) => shown.filter((each) => each.tag === tag),
    showNotification: async (title: string, options: Shown['options']) => {
      const { tag, data } = options as unknown as Shown;
      const others = shown.filter((each) => each.tag !== tag);
      shown.splice(0, shown.length, ...others, { title, tag, data, options });
    },
  };
  const worker = Object.assign(new EventTarget(), {
    registration,
    clients: { matchAll: async () => pages, openWindow },
  });
  handlePushEvents(worker as never);

  async function send(type: string, members: object): Promise<void> {
    const waits: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void waits.push(work);
    worker.dispatchEvent(Object.assign(new Event(type), members, { waitUntil }));
    await Promise.all(waits);
  }
  const push = (payload: unknown) =>
    send('push', {
      data: { text: () => (typeof payload === 'string' ? payload : JSON.stringify(payload)) },
    });
  const click = async (data: unknown) => {
    const close = vi.fn();
    await send('notificationclick', { notification: { data, close } });
    return close;
  };
  return { shown, push, click, send, subscribe, openWindow };
}

const smoke = {
  title: 'Smoke: Hall',
  body: 'Hall',
  link: '/home/devices/smoke',
  tag: 'incident-1',
  urgent: true,
};

describe('a pushed message', () => {
  it('shows a pushed message with its text, icon and badge, and keeps it when it is an alarm', async () => {
    const { shown, push } = start();
    await push(smoke);
    expect(shown).toMatchObject([
      {
        title: 'Smoke: Hall',
        data: { path: '/home/devices/smoke', id: 'incident-1' },
        options: {
          body: 'Hall',
          icon: '/web/icons/home-192.png',
          badge: '/web/icons/badge-96.png',
          requireInteraction: true,
          renotify: false,
        },
      },
    ]);
  });

  it('replaces an older message about the same thing, with a sound unless it is the same message again', async () => {
    const { shown, push } = start();
    await push(smoke);
    await push(smoke);
    expect(shown.map(({ options }) => options.renotify)).toEqual([false]);
    await push({ ...smoke, tag: 'incident-2' });
    expect(shown.map(({ options }) => options.renotify)).toEqual([true]);
    await push({ ...smoke, title: 'Battery low: Hall' });
    expect(shown).toHaveLength(2);
  });

  it.each([
    ['is no JSON', '{"title":"Smo'],
    ['is empty', ''],
    ['has no title', { body: 'secret' }],
    ['is no object', 'null'],
    ['is longer than push services allow', { title: 'x', body: 'y'.repeat(5_000) }],
  ])('shows a message that %s as a general one, without its data', async (_how, payload) => {
    const { shown, push } = start();
    await push(payload);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({ title: 'Azulejo Home', data: { path: '/home', id: '' } });
    expect(JSON.stringify(shown)).not.toContain('secret');
  });

  it('shows a message without data as a general one', async () => {
    const { shown, send } = start();
    await send('push', { data: null });
    expect(shown).toMatchObject([{ title: 'Azulejo Home' }]);
  });

  it('cuts a message to what a notification holds, and leads nowhere but to Home', async () => {
    const { shown, push } = start();
    await push({ title: 't'.repeat(900), body: 'b'.repeat(900), link: 'https://elsewhere.example/', tag: 7 });
    const [one] = shown;
    expect([one?.title.length, String(one?.options.body).length, one?.data]).toEqual([
      200,
      500,
      { path: '/home', id: '' },
    ]);
  });

  it('announces a pushed message to open pages', async () => {
    const page = pageAt('/home');
    const { push } = start(page, pageAt('/portal'));
    await push(smoke);
    expect(page.postMessage.mock.calls).toEqual([[{ type: 'shown', path: '/home/devices/smoke' }]]);
  });
});

describe('a pressed notification', () => {
  it('focuses the visible page of Home and navigates it to the device', async () => {
    const hidden = pageAt('/home/activity', 'hidden');
    const visible = pageAt('/home');
    const portal = pageAt('/portal');
    const { click, openWindow } = start(portal, hidden, visible);
    const close = await click({ path: '/home/devices/smoke' });
    expect(close).toHaveBeenCalledOnce();
    expect(visible.postMessage.mock.calls).toEqual([[{ type: 'open', path: '/home/devices/smoke' }]]);
    expect(visible.focus).toHaveBeenCalledOnce();
    expect([portal, hidden].some(({ postMessage }) => postMessage.mock.calls.length > 0)).toBe(false);
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('opens Home when no page of it is open', async () => {
    const { click, openWindow } = start(pageAt('/portal'));
    await click({ path: '/home/devices/smoke' });
    await click({ path: 'https://elsewhere.example/' });
    await click(null);
    expect(openWindow.mock.calls).toEqual([['/home/devices/smoke'], ['/home'], ['/home']]);
  });
});

describe('a subscription that the browser ended', () => {
  it('replaces an ended subscription with the same key, and notifies pages', async () => {
    const page = pageAt('/home');
    const { send, subscribe } = start(page);
    const applicationServerKey = new ArrayBuffer(65);
    await send('pushsubscriptionchange', { oldSubscription: { options: { applicationServerKey } } });
    expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey }]]);
    expect(page.postMessage.mock.calls).toEqual([[{ type: 'renewed' }]]);
  });

  it('leaves an ended subscription to the pages when the browser already has another, or names no key', async () => {
    const page = pageAt('/home');
    const { send, subscribe } = start(page);
    await send('pushsubscriptionchange', { newSubscription: {} });
    await send('pushsubscriptionchange', {});
    expect(subscribe).not.toHaveBeenCalled();
    expect(page.postMessage).toHaveBeenCalledTimes(2);
  });
});
