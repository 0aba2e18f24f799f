import type { NotificationBrowser } from '@azulejo/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, unreachable } from '../../../testing/fake-server.ts';
import { fakeHome } from '../../testing/fake-home.ts';
import { fakePush } from '../../testing/fake-push.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';
import {
  example,
  laptop,
  none,
  openNotifications,
  phone,
  remember,
} from '../../testing/open-notifications.tsx';

describe('notifications in this browser', () => {
  it('asks for permission only when it is turned on, and is registered', async () => {
    const push = fakePush();
    const browsers: NotificationBrowser[] = [];
    const { platform, user, section } = await openNotifications({
      get: () => ({ ...none, browsers }),
      addBrowser: () => {
        browsers.push(laptop);
        return laptop;
      },
    });
    expect(push.state.permissionRequests).toBe(0);
    await user.click(section('This browser').getByRole('button', { name: 'Turn on in this browser' }));
    await section('This browser').findByText(/^This browser gets your notifications/);
    expect(push.state.permissionRequests).toBe(1);
    expect(platform.bodies('notifications.addBrowser')).toMatchObject([
      { endpoint: 'https://push.test/1', keys: { p256dh: 'key', auth: 'secret' } },
    ]);
    await section('Browsers that get them').findByText('This one');
  });

  it('turns a browser off at the platform and in the browser', async () => {
    const push = fakePush({ permission: 'granted' });
    push.renew('https://push.test/1');
    remember('laptop');
    let browsers = [laptop];
    const { platform, user, section } = await openNotifications({
      get: () => ({ ...example, browsers }),
      removeBrowser: () => {
        browsers = [];
        return {};
      },
    });
    await user.click(await section('This browser').findByRole('button', { name: 'Turn off' }));
    await section('This browser').findByRole('button', { name: 'Turn on in this browser' });
    expect(platform.sent('notifications.removeBrowser')).toHaveLength(1);
    expect(push.state.unsubscribed).toBe(1);
    expect(localStorage.getItem('azulejo.push')).toBeNull();
  });

  it.each([
    ['dismissed', { answer: 'default' }, /closed without an answer/],
    ['refused', { answer: 'denied' }, /^This browser refuses/],
    ['without a push service', { failure: 'AbortError' }, /does not reach its push service/],
  ] as const)('says what to do when the question is %s', async (_how, options, text) => {
    fakePush(options);
    const { platform, user, section } = await openNotifications();
    await user.click(section('This browser').getByRole('button', { name: 'Turn on in this browser' }));
    await section('This browser').findByText(text);
    expect(platform.sent('notifications.addBrowser')).toEqual([]);
  });

  it('says when the browser refuses, has no notifications, or the page is not secure', async () => {
    fakePush({ permission: 'denied' });
    const { section } = await openNotifications();
    section('This browser').getByText(/^This browser refuses notifications of this page. Allow them/);
    expect(section('This browser').queryByRole('button')).toBeNull();
  });

  it('says that pages without HTTPS get no notifications', async () => {
    fakePush();
    vi.stubGlobal('isSecureContext', false);
    const { section } = await openNotifications();
    section('This browser').getByText(/only on pages with HTTPS/);
  });

  it('says that iPhones need Home on the home screen', async () => {
    vi.stubGlobal('isSecureContext', true);
    const userAgent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)');
    const { section } = await openNotifications();
    section('This browser').getByText(/Add to Home Screen/);
    userAgent.mockReturnValue('Mozilla/5.0 (X11; Linux) Old/1');
    dispatchEvent(new Event('focus'));
    await section('This browser').findByText(/^This browser cannot show notifications/);
    userAgent.mockRestore();
    vi.unstubAllGlobals();
  });

  it('offers no notifications on a shared computer', async () => {
    fakePush();
    const platform = fakeHome({ notifications: { get: none } });
    signIn(sessionStorage);
    openHome(platform, '/notifications');
    await screen.findByText(/this computer is shared/);
  });
});

describe('a test notification', () => {
  async function sendTest(after: Partial<NotificationBrowser> | undefined) {
    const push = fakePush({ permission: 'granted' });
    push.renew('https://push.test/1');
    remember('laptop');
    let isSent = false;
    const opened = await openNotifications({
      get: () => ({
        ...example,
        browsers: isSent ? (after ? [{ ...laptop, ...after }] : []) : [laptop],
      }),
      test: () => {
        isSent = true;
        return { queued: 1 };
      },
    });
    const own = opened.section('This browser');
    await opened.user.click(await own.findByRole('button', { name: 'Send a test' }));
    await own.findByText('Sending…');
    return { push, own, ...opened };
  }

  it('says that a test has arrived when the service worker has shown it', async () => {
    const { push, own, platform } = await sendTest({});
    await expect.poll(() => platform.sent('notifications.test').length).toBe(1);
    push.postToPage({ type: 'shown', path: '/home/notifications' });
    await own.findByText(/^It has arrived/);
    expect(platform.bodies('notifications.test')).toEqual([{ browser_id: 'laptop' }]);
  });

  it('says that the push service does not take a test', async () => {
    const { own } = await sendTest({ failing_since: phone.since });
    await own.findByText(/is not accepting it at the moment/);
  });

  it('says that the subscription has ended', async () => {
    await sendTest(undefined);
    await screen.findByRole('button', { name: 'Turn on in this browser' });
  });
});

describe('the kinds of notifications', () => {
  it('changes notifications by kind and way, at once', async () => {
    const { platform, user, section } = await openNotifications({ get: example, update: () => example });
    const kinds = section('What you are notified about');
    await user.click(kinds.getByRole('switch', { name: 'Battery low: by e-mail' }));
    await kinds.findByText('Saved');
    await user.selectOptions(kinds.getByRole('combobox', { name: 'Left open: after' }), 'After 30 minutes');
    await expect
      .poll(() => platform.bodies('notifications.update'))
      .toEqual([{ kinds: { battery: { mail: true } } }, { open_minutes: 30 }]);
  });

  it('sends quick changes one after the other', async () => {
    const reply = Promise.withResolvers<typeof example>();
    const { platform, user, section } = await openNotifications({
      get: example,
      update: () => reply.promise,
    });
    const kinds = section('What you are notified about');
    const toggle = kinds.getByRole('switch', { name: 'Battery low: by e-mail' });
    await user.click(toggle);
    await user.click(toggle);
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false');
    expect(platform.bodies('notifications.update')).toEqual([{ kinds: { battery: { mail: true } } }]);
    reply.resolve(example);
    await expect
      .poll(() => platform.bodies('notifications.update').at(-1))
      .toEqual({ kinds: { battery: { mail: false } } });
  });

  it('returns to the earlier choice of notifications when the platform refuses it', async () => {
    const { user, section } = await openNotifications({
      get: example,
      update: refused(400, 2001, { text: 'The request is invalid.' }),
    });
    const alarms = () =>
      section('What you are notified about').getByRole('switch', { name: 'Alarms: in browsers' });
    await user.click(alarms());
    await section('What you are notified about').findByText('Not saved. The request is invalid.');
    await expect.poll(() => alarms().getAttribute('aria-checked')).toBe('true');
  });

  it('says that nothing is sent while neither browser nor e-mail is set up', async () => {
    const { section } = await openNotifications({
      get: { ...none, mail: { ...none.mail, state: 'unconfirmed' } },
    });
    section('What you are notified about').getByText(/^Nothing is sent yet/);
    section('Browsers that get them').getByText('None yet.');
    expect(section('What you are notified about').queryByRole('switch', { name: /by e-mail/ })).toBeNull();
  });
});

describe('quiet hours', () => {
  it('begins quiet hours with the night in the time zone of the browser', async () => {
    const { platform, user, section } = await openNotifications({
      get: { ...none, quiet_hours: null },
      update: () => example,
    });
    await user.click(section('Quiet hours').getByRole('switch', { name: 'Wait during quiet hours' }));
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    await expect
      .poll(() => platform.bodies('notifications.update'))
      .toEqual([{ quiet_hours: { from: '22:00', to: '07:00', timezone, alarms_pass: true } }]);
  });

  it('saves quiet hours when a time is typed and the field is left', async () => {
    const { platform, user, section } = await openNotifications({ get: example, update: () => example });
    const from = section('Quiet hours').getByLabelText('From');
    await user.clear(from);
    await user.type(from, '21:30');
    expect(platform.bodies('notifications.update')).toEqual([]);
    await user.tab();
    await expect
      .poll(() => platform.bodies('notifications.update'))
      .toEqual([{ quiet_hours: { ...example.quiet_hours, from: '21:30' } }]);
  });
});

describe('notifications by e-mail', () => {
  it('confirms e-mail with a code', async () => {
    const { platform, user, section } = await openNotifications({
      get: { ...none, mail: { ...none.mail, state: 'unconfirmed' } },
      sendCode: {},
      confirmMail: none,
    });
    const mail = section('E-mail');
    await user.click(mail.getByRole('button', { name: 'Send me a code' }));
    await user.type(await mail.findByLabelText('Code'), '482913');
    await user.click(mail.getByRole('button', { name: 'Confirm' }));
    await mail.findByRole('button', { name: 'Send a test e-mail' });
    expect(platform.bodies('notifications.confirmMail')).toEqual([{ code: '482913' }]);
  });

  it('does not offer e-mail without a mail server', async () => {
    const { section } = await openNotifications({
      get: { ...none, mail: { ...none.mail, state: 'no_server' } },
    });
    section('E-mail').getByText(/^This platform has no mail server/);
    expect(section('E-mail').queryByRole('button')).toBeNull();
  });
});

describe('the list of browsers', () => {
  it('removes another browser, and marks browsers that take no notifications', async () => {
    let browsers = [phone, { ...laptop, failing_since: phone.since }];
    const { platform, user, section } = await openNotifications({
      get: () => ({ ...example, browsers }),
      removeBrowser: () => {
        browsers = [phone];
        return {};
      },
    });
    const list = section('Browsers that get them');
    list.getByText(/^Its push service has accepted none since/);
    await user.click(list.getByRole('button', { name: 'Remove Chrome on Linux' }));
    await expect.poll(() => list.queryByText('Chrome on Linux')).toBeNull();
    expect(platform.sent('notifications.removeBrowser')).toHaveLength(1);
  });
});

describe('the notifications page', () => {
  it('offers to try again when the page of notifications cannot be loaded', async () => {
    signIn();
    const platform = fakeHome({
      notifications: { get: refused(500, 1000, { text: 'The platform failed.' }) },
    });
    const { user } = openHome(platform, '/notifications');
    const again = await screen.findByRole('button', { name: 'Try again' });
    platform.reply({ notifications: { get: none } });
    await user.click(again);
    await screen.findByRole('region', { name: 'Quiet hours' });
  });

  it('says that the page of notifications is not available offline', async () => {
    signIn();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    openHome(fakeHome({ notifications: { get: unreachable } }), '/notifications');
    await screen.findByText('Not available offline');
    vi.restoreAllMocks();
  });
});
