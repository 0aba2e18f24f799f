import { describe, expect, it, vi } from 'vitest';
import { fakePush } from '../../testing/fake-push.ts';
import {
  example,
  laptop,
  none,
  openNotifications,
  phone,
  remember,
} from '../../testing/open-notifications.tsx';

describe('a browser that gets notifications', () => {
  it('registers a browser again when its subscription was replaced', async () => {
    const push = fakePush({ permission: 'granted' });
    push.renew('https://push.test/2');
    remember('laptop');
    const { platform } = await openNotifications({
      get: { ...example, browsers: [laptop] },
      addBrowser: phone,
    });
    await expect
      .poll(() => platform.bodies('notifications.addBrowser'))
      .toMatchObject([{ endpoint: 'https://push.test/2' }]);
    await expect.poll(() => platform.sent('notifications.removeBrowser').length).toBe(1);
    expect(push.state.permissionRequests).toBe(0);
  });

  it('forgets a browser that was removed from the list elsewhere', async () => {
    const push = fakePush({ permission: 'granted' });
    push.renew('https://push.test/1');
    remember('laptop');
    const { platform } = await openNotifications({ get: none });
    await expect.poll(() => push.state.unsubscribed).toBe(1);
    expect(platform.sent('notifications.addBrowser')).toEqual([]);
  });

  it('removes a browser when the person signs out', async () => {
    const push = fakePush({ permission: 'granted' });
    push.renew('https://push.test/1');
    remember('laptop');
    const { platform, stores } = await openNotifications({ get: { ...example, browsers: [laptop] } });
    vi.spyOn(location, 'replace').mockImplementation(() => undefined);
    await stores.session.signOut();
    expect(platform.sent('notifications.removeBrowser')).toHaveLength(1);
    expect(push.state.unsubscribed).toBe(1);
    vi.restoreAllMocks();
  });
});
