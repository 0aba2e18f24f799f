import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { NotificationSettings } from '@azulejo/contract';
import type { Page, Worker } from 'playwright-core';
import { viewports } from '../support/browser.ts';
import { assertAccessible, setUpHomePages } from '../support/home-pages.ts';
import { openMailbox } from '../support/mailbox.ts';
import { type Browser, openPushService } from '../support/push-service.ts';
import { readJson } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const SMOKE = { model: 'JY-GZ-01AQ', componentId: 'smoke-alarm', propertyId: 'smoke' };

async function setUp(stage: Stage) {
  const pushService = stage.use(await openPushService());
  const mailbox = stage.use(await openMailbox());
  const environment = {
    PUSH_NETWORKS: '127.0.0.1/32',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'casa@example.org',
  };
  const pages = await setUpHomePages(stage, { environment });
  const { platform } = pages;
  type Home = Awaited<ReturnType<typeof pages.newHome>>;

  /** Adds a smoke alarm, and returns how it is raised. */
  async function addSmoke({ id }: Home, name: string) {
    const { templates, virtualDevices, virtualDeviceControl } = platform.server.features;
    const { model, ...at } = SMOKE;
    const templateId = (await templates.list()).find((each) => each.model === model)?.id ?? '';
    const { channel } = await virtualDevices.create({ userId: id, templateId, name, seed: 7, faults: [] });
    const report = (data: boolean) => virtualDeviceControl.report({}, channel.id, { ...at, data }, true);
    await report(false);
    return { channelId: channel.id, report };
  }

  return {
    ...pages,
    pushService,
    mailbox,
    addSmoke,
    settings: async ({ token }: Home) =>
      readJson<NotificationSettings>(await platform.request('/v3/notifications', { token })),

    /** Opens the page in a browser that has permission and a subscription at the test's push service. */
    async openWith(subscription: Browser['subscription'], home: Home, viewport = {}) {
      const opened = await pages.open('/healthz', home, {
        ...viewport,
        serviceWorkers: 'allow',
        enter: (context) => context.grantPermissions(['notifications'], { origin: platform.url }),
      });
      await opened.page.addInitScript(allowNotifications);
      await opened.page.addInitScript(subscribeWith, subscription);
      await opened.page.goto(`${platform.url}/home/notifications`);
      await opened.page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
      return opened;
    },
  };
}

/** Makes the page see what was granted: a headless browser refuses notifications even when they are granted. */
const allowNotifications = (): void => {
  const { Notification } = globalThis as unknown as { Notification?: object };
  let permission = 'default';
  if (Notification)
    Object.defineProperties(Notification, {
      permission: { get: () => permission },
      requestPermission: {
        value: async () => {
          permission = 'granted';
          return permission;
        },
      },
    });
};

/** Makes the worker show notifications in a list, since a headless browser has no place for them, nor for badges. */
const showInList = (): void => {
  const { registration } = globalThis as unknown as { registration: object };
  type Shown = { title: string; tag: string; data: unknown; close(): void };
  const all = new Map<string, Shown>();
  Object.defineProperty(navigator, 'setAppBadge', { value: async () => undefined });
  Object.assign(registration, {
    showNotification: async (title: string, options: { body: string; tag: string; data: unknown }) =>
      void all.set(options.tag, { title, ...options, close: () => void all.delete(options.tag) }),
    getNotifications: async ({ tag }: { tag?: string } = {}) =>
      [...all.values()].filter((each) => tag === undefined || each.tag === tag),
  });
};

/** Makes the browser subscribe at this service: its own is on the internet. */
const subscribeWith = (subscription: Browser['subscription']): void => {
  const { endpoint, keys } = subscription;
  const KEY = 'test-subscribed';
  const { PushManager } = globalThis as unknown as { PushManager?: { prototype: object } };
  const found = () => {
    const key = localStorage.getItem(KEY);
    if (key === null) return null;
    const base64 = key.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return {
      endpoint,
      options: { applicationServerKey: bytes.buffer },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        localStorage.removeItem(KEY);
        return true;
      },
    };
  };
  if (PushManager)
    Object.assign(PushManager.prototype, {
      getSubscription: async () => found(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem(KEY, applicationServerKey);
        return found();
      },
    });
};

/** Hands messages to the service worker of a page, as its browser does for its push service. */
async function workerOf(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(
        ({ scopeURL, isDeleted }) => scopeURL === `${origin}/home` && !isDeleted,
      );
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const worker = await untilWorker(page);
  await worker.evaluate(showInList);
  const shown = () =>
    worker.evaluate<{ title: string; body: string; tag: string }[]>(
      `registration.getNotifications()
        .then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`,
    );
  return {
    deliver: (data: string) =>
      session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
    shown,
    async untilShown(title: string) {
      for (;;) {
        const all = await shown();
        if (all.some((each) => each.title === title)) return all;
      }
    },
    /** Presses a notification, which only a person can. */
    press: (title: string) =>
      worker.evaluate(`registration.getNotifications().then((all) => {
        const notification = all.find(({ title }) => title === ${JSON.stringify(title)});
        const waitUntil = () => undefined;
        dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
      })`),
  };
}

async function untilWorker(page: Page): Promise<Worker> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  const [worker] = page.context().serviceWorkers();
  return worker ?? page.context().waitForEvent('serviceworker');
}

const section = (page: Page, name: string) => page.getByRole('region', { name });

onSqlite('notifications in Home', setUp, (scene) => {
  it('turns notifications on, tests, shows and opens them, and removes the browser', async () => {
    const { pushService, newHome, openWith, platform, addSmoke, settings } = scene();
    const home = await newHome();
    const smoke = await addSmoke(home, 'Hall smoke alarm');
    const push = pushService.newBrowser();
    const { page, pageErrors } = await openWith(push.subscription, home);
    const own = section(page, 'This browser');
    await own.getByRole('button', { name: 'Turn on in this browser' }).click();
    await own.getByText(/^This browser gets your notifications/).waitFor();
    const [stored] = (await settings(home)).browsers;
    assert.equal(stored?.name, 'Chrome on Linux');
    await section(page, 'Browsers that get them').getByText('This one').waitFor();

    const worker = await workerOf(page, platform.url);
    await own.getByRole('button', { name: 'Send a test' }).click();
    const { payload } = await push.next();
    await worker.deliver(JSON.stringify(payload));
    await own.getByText(/^It has arrived/).waitFor();
    assert.deepEqual(await worker.untilShown('Test notification'), [
      {
        title: 'Test notification',
        body: 'Notifications of your home arrive here.',
        tag: '/home/notifications Test notification',
      },
    ]);

    await smoke.report(true);
    const alarm = await push.next();
    await worker.deliver(JSON.stringify(alarm.payload));
    await worker.deliver(JSON.stringify(alarm.payload));
    const all = await worker.untilShown('Smoke: Hall smoke alarm');
    assert.equal(all.length, 2, 'the same alarm is shown once');
    await worker.press('Smoke: Hall smoke alarm');
    await page.getByRole('heading', { level: 1, name: 'Hall smoke alarm' }).waitFor();
    assert.equal(new URL(page.url()).pathname, `/home/devices/${smoke.channelId}`);
    assert.equal((await worker.shown()).length, 1, 'a pressed notification is closed');
    await worker.deliver('{"title": not JSON, "code": 4711}');
    const unreadable = await worker.untilShown('Azulejo Home');
    assert.equal(JSON.stringify(unreadable).includes('4711'), false);

    await page.goto(`${platform.url}/home/notifications`);
    await section(page, 'Browsers that get them')
      .getByRole('button', { name: 'Remove Chrome on Linux' })
      .click();
    await section(page, 'Browsers that get them').getByText('None yet.').waitFor();
    await own.getByRole('button', { name: 'Turn on in this browser' }).waitFor();
    assert.deepEqual((await settings(home)).browsers, []);
    assert.deepEqual(pageErrors, []);
  });

  it('cannot turn notifications on where the browser refuses, and sets them with the keyboard', async () => {
    const { newHome, open, settings } = scene();
    const home = await newHome();
    const { page, pageErrors } = await open('/home/preferences', home);
    await page.getByRole('region', { name: 'Notifications' }).getByRole('link', { name: 'Open' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
    // A headless browser has refused before anybody asks.
    await section(page, 'This browser')
      .getByText(/^This browser refuses notifications/)
      .waitFor();
    const kinds = section(page, 'What you are notified about');
    await kinds.getByRole('switch', { name: 'No answer: in browsers' }).focus();
    await page.keyboard.press('Space');
    await kinds.getByText('Saved').waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowDown');
    const quiet = section(page, 'Quiet hours');
    await quiet.getByRole('switch', { name: 'Wait during quiet hours' }).focus();
    await page.keyboard.press('Space');
    await quiet.getByText('Saved').waitFor();
    const { kinds: saved, unreachable_minutes: minutes, quiet_hours: hours } = await settings(home);
    assert.deepEqual([saved.unreachable.push, minutes, hours?.from], [true, 60, '22:00']);
    assert.deepEqual(pageErrors, []);
  });

  it('sends notifications by e-mail after a code', async () => {
    const { newHome, open, mailbox, platform } = scene();
    const home = await newHome();
    const hours = { from: '22:00', to: '07:00', timezone: 'Asia/Tokyo', alarms_pass: true };
    const changed = await platform.request('/v3/notifications', {
      method: 'PATCH',
      token: home.token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ quiet_hours: hours }),
    });
    assert.equal(changed.status, 200, await changed.text());
    for (const viewport of viewports) {
      const { page, pageErrors } = await open('/home/notifications', home, viewport);
      const mail = section(page, 'E-mail');
      if (viewport === viewports[0]) {
        await mail.getByRole('button', { name: 'Send me a code' }).click();
        const [code = ''] = /\b\d{6}\b/.exec((await mailbox.next(home.email)).text) ?? [];
        await mail.getByLabel('Code').fill(code);
        await page.keyboard.press('Enter');
      }
      await mail.getByRole('button', { name: 'Send a test e-mail' }).waitFor();
      await section(page, 'What you are notified about')
        .getByRole('switch', { name: 'Alarms: by e-mail' })
        .waitFor();
      await assertAccessible(page, JSON.stringify(viewport));
      await page.setViewportSize({ width: 320, height: 700 });
      await assertAccessible(page, '320 px');
      assert.deepEqual(pageErrors, []);
      await page.context().close();
    }
  });
});
