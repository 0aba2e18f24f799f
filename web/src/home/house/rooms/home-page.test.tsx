import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { channelOf, kitchen, lampChannel, lampTile, propertyOf, tileOf } from '../../../testing/devices.ts';
import { refused, unreachable } from '../../../testing/fake-server.ts';
import { channelList, fakeHome, reportOf } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';

const lamp = () => screen.findByRole('switch', { name: /^Desk lamp/ });
const tile = (name: string) => screen.getByText(name).closest('article')?.textContent;
const done = { state: 'done', settled: '2026-03-01T12:00:01.000+0000', answer: true } as never;

function open(replies: Parameters<typeof fakeHome>[0] = {}, path = '') {
  signIn();
  const platform = fakeHome(replies);
  return { platform, ...openHome(platform, path) };
}

describe('the tiles of a home', () => {
  it('shows tiles by area, with their state', async () => {
    open();
    expect((await lamp()).getAttribute('aria-checked')).toBe('false');
    expect(screen.getByRole('heading', { name: 'Kitchen' })).toBeTruthy();
    expect(tile('Desk lamp')).toContain('Off');
  });

  it('links tiles to their devices', async () => {
    open();
    const link = await screen.findByRole('link', { name: 'Desk lamp' });
    expect(link.getAttribute('href')).toBe('/home/devices/lamp');
  });

  it('shows a pending write at once, and what the device set afterwards', async () => {
    let answer = (_command: never) => {};
    const { user, platform } = open({
      values: { put: () => new Promise((resolve) => (answer = resolve)) },
    });
    await user.click(await lamp());
    await screen.findByText('Turning on…');
    expect((await lamp()).getAttribute('aria-checked')).toBe('true');
    expect(platform.bodies('values.put')).toEqual([{ data: true }]);
    expect(platform.sent('values.put')[0]?.call).toBe(
      'PUT /v3/channels/lamp/components/light-bulb/properties/status/value',
    );
    answer(done);
    await expect.poll(() => tile('Desk lamp')).toContain('On');
  });

  it.each([
    ['refuses', () => refused(429, 2301, { text: 'Too many writes.' }), 'Refused'],
    ['does not answer', { state: 'unanswered' } as never, 'No answer'],
    ['cannot be reached', unreachable, 'Not confirmed'],
  ] as const)(
    'returns a tile to its earlier state when the platform or device %s',
    async (_what, put, note) => {
      const { user } = open({ values: { put } });
      await user.click(await lamp());
      await screen.findByText(note);
      expect((await lamp()).getAttribute('aria-checked')).toBe('false');
    },
  );

  it('sends nothing while the device of the person is offline', async () => {
    const { user, platform } = open();
    const control = await lamp();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await user.click(control);
    await screen.findByText('Not sent');
    expect(platform.sent('values.put')).toEqual([]);
  });

  it('asks before a lock is opened', async () => {
    const locked = propertyOf('locked', { classes: ['io.muzzley.security.locked'] });
    const [action] = lampTile.actions;
    const { user, platform } = open({
      tiles: {
        list: {
          tiles: [
            tileOf('door', 'Front door', {
              actions: [
                {
                  ...action,
                  property: 'locked',
                  options: { icon: 'lock', mappings: { on: true, off: false } },
                },
              ] as never,
            }),
          ],
        },
      },
      channels: { list: channelList([channelOf('door', [locked])]) },
      values: { list: { elements: [reportOf('door', 'locked', true)] } as never },
    });
    await user.click(await screen.findByRole('switch', { name: /^Front door/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Unlock Front door?' });
    expect(platform.sent('values.put')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Unlock' }));
    await expect.poll(() => platform.bodies('values.put')).toEqual([{ data: false }]);
  });

  it('folds a group, also on the next visit', async () => {
    const shelf = { ...kitchen, id: 'shelf', label: 'Shelf', parent: kitchen.id };
    const replies = {
      tileGroups: { list: { tileGroups: [kitchen, shelf] } },
      tiles: { list: { tiles: [lampTile, tileOf('fan', 'Fan', { groups: ['shelf'] })] } },
      channels: { list: channelList([lampChannel, channelOf('fan')]) },
    };
    const { user } = open(replies);
    expect(await screen.findByRole('link', { name: 'Fan' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Shelf/ }));
    expect(screen.queryByRole('link', { name: 'Fan' })).toBeNull();
    cleanup();
    open(replies);
    const fold = await screen.findByRole('button', { name: /^Shelf/ });
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('link', { name: 'Fan' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Desk lamp' })).toBeTruthy();
  });

  it('searches tiles by name and by state', async () => {
    const replies = {
      tiles: { list: { tiles: [lampTile, tileOf('fan', 'Ceiling fan')] } },
      channels: { list: channelList([lampChannel, channelOf('fan')]) },
    };
    open(replies, '?find=fan');
    expect(await screen.findByText('1 device')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ceiling fan' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Desk lamp' })).toBeNull();
  });

  it('says when a search finds no tile', async () => {
    open({}, '?find=piano');
    expect((await screen.findByText(/No device has “piano”/)).getAttribute('role')).toBe('status');
  });
});

describe('the page of a room', () => {
  const bath = { ...kitchen, id: 'bath', label: 'Bathroom' };
  const attic = { ...kitchen, id: 'attic', label: 'Attic' };
  const replies = {
    tileGroups: { list: { tileGroups: [kitchen, bath, attic] } },
    tiles: { list: { tiles: [lampTile, tileOf('fan', 'Fan', { groups: ['bath'] })] } },
    channels: { list: channelList([lampChannel, channelOf('fan')]) },
  };

  it('shows its devices alone', async () => {
    open(replies, '/rooms/bath');
    expect(await screen.findByRole('link', { name: 'Fan' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Bathroom' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Desk lamp' })).toBeNull();
  });

  it('opens the page of a room from its band, and leads back', async () => {
    const { user, router } = open(replies);
    const heading = await screen.findByRole('heading', { level: 2, name: 'Bathroom' });
    await user.click(within(heading).getByRole('link'));
    await screen.findByRole('heading', { level: 1, name: 'Bathroom' });
    await user.click(screen.getByRole('link', { name: 'Back to home' }));
    await screen.findByRole('heading', { level: 1, name: 'Home' });
    expect(router.history.location.state.__TSR_index).toBe(0);
  });

  it.each([
    ['has no devices', '/rooms/attic', 'It has no devices yet.'],
    ['does not exist', '/rooms/none', 'It was removed, or its address is wrong.'],
  ])('says that the room %s', async (_what, path, text) => {
    open(replies, path);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('chips of the home page', () => {
  const lit = { values: { list: { elements: [reportOf('lamp', 'status', true)] } as never } };
  const isOff = { state: 'done', settled: '2026-03-01T12:00:01.000+0000', answer: false } as never;
  const lights = () => screen.findByRole('link', { name: '1 light on' });

  it('lists the lights that are on, which stay listed when they are turned off', async () => {
    const { user } = open({ values: { ...lit.values, put: isOff } });
    await user.click(await lights());
    expect(window.location.search).toBe('?show=lights');
    const list = await screen.findByRole('list', { name: 'Lights that are on' });
    await user.click(within(list).getByRole('switch', { name: /^Desk lamp/ }));
    await expect.poll(() => screen.queryByText('None now')).toBeTruthy();
    expect(within(list).getByRole('link', { name: 'Desk lamp' })).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Show all' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Kitchen' })).toBeTruthy();
  });

  it('turns off all lights and on again', async () => {
    const { user, platform } = open({ values: { ...lit.values, put: isOff } });
    await lights();
    await user.click(screen.getByRole('button', { name: 'All off in the home' }));
    await screen.findByText('1 light turned off.');
    expect(platform.bodies('values.put')).toEqual([{ data: false }]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await expect.poll(() => platform.bodies('values.put')).toEqual([{ data: false }, { data: true }]);
  });

  it('says which light did not obey', async () => {
    const { user } = open({ values: { ...lit.values, put: { state: 'unanswered' } as never } });
    await lights();
    await user.click(screen.getByRole('button', { name: 'All off in Kitchen' }));
    await screen.findByText('No light turned off. Desk lamp: No answer from the device.');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('shows a quiet line when there is nothing to say', async () => {
    open();
    expect(await screen.findByText('All quiet')).toBeTruthy();
  });
});

describe('a home without tiles', () => {
  it('says how to begin in a home without tiles', async () => {
    open({ tiles: { list: { tiles: [] } } });
    expect(await screen.findByRole('heading', { name: 'Your home is empty' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add a device' }).getAttribute('href')).toBe('/home/add');
  });

  it('shows why the home cannot be read', async () => {
    open({ tiles: { list: refused(500, 1000, { text: 'The platform has a problem.' }) } });
    expect(await screen.findByText(/The platform has a problem\./)).toBeTruthy();
  });
});

describe('an alarm on the home page', () => {
  it('shows an alarm above every page, with its room', async () => {
    const smoke = propertyOf('smoke', {
      classes: ['io.muzzley.safety.smoke'],
      io: 'r',
      controlInterfaces: [],
    });
    open({
      tiles: { list: { tiles: [tileOf('smoke', 'Smoke alarm', { actions: [] })] } },
      channels: { list: channelList([channelOf('smoke', [smoke])]) },
      values: { list: { elements: [reportOf('smoke', 'smoke', true)] } as never },
    });
    const alarm = await screen.findByText('Smoke in the kitchen');
    expect(alarm.closest('[role=alert]')).not.toBeNull();
    expect(screen.getByRole('link', { name: 'Show Smoke alarm' }).getAttribute('href')).toBe(
      '/home/devices/smoke',
    );
  });
});
