import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { channelOf, kitchen, lampTile, tileOf } from '../../../testing/devices.ts';
import { channelList, fakeHome } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';

const hall = { ...kitchen, id: 'hall', label: 'Hall' };

function open(path: string) {
  signIn();
  const platform = fakeHome({
    tileGroups: { list: { tileGroups: [kitchen, hall] } },
    tiles: { list: { tiles: [lampTile, tileOf('fan', 'Fan', { groups: ['hall'] })] } },
    channels: { list: channelList([channelOf('lamp'), channelOf('fan')]) },
  });
  const opened = openHome(platform, path);
  return { ...opened, index: () => opened.router.history.location.state.__TSR_index };
}
const back = () => screen.findByRole('link', { name: 'Back to home' });
const address = () => window.location.pathname + window.location.search;

describe('the way back from a device', () => {
  it.each([
    ['the room that was shown', '/rooms/kitchen', '/home/rooms/kitchen'],
    ['the tiles that were found', '?find=desk', '/home/?find=desk'],
  ])('goes back in the history to %s', async (_what, path, expected) => {
    const { user, index } = open(path);
    await user.click(await screen.findByRole('link', { name: 'Desk lamp' }));
    await screen.findByRole('heading', { level: 1, name: 'Desk lamp' });
    const link = await back();
    expect(link.getAttribute('href')).toBe(expected);
    expect(index()).toBe(1);
    await user.click(link);
    await expect.poll(address).toBe(expected);
    expect(index()).toBe(0);
    await expect.poll(() => screen.queryByRole('link', { name: 'Fan' })).toBeNull();
  });

  it('leads to all tiles when the device was opened first', async () => {
    const { user, router } = open('/devices/lamp');
    const before = router.history.length;
    await user.click(await back());
    await expect.poll(address).toBe('/home/');
    await screen.findByRole('link', { name: 'Fan' });
    expect(router.history.length).toBe(before + 1);
  });

  it('leads to the tiles as a new page when another page is between', async () => {
    const { user, router, index } = open('/rooms/hall');
    await screen.findByRole('link', { name: 'Fan' });
    await router.navigate({ to: '/arrange' });
    await router.navigate({ to: '/devices/$channelId', params: { channelId: 'fan' } });
    await user.click(await back());
    await expect.poll(address).toBe('/home/rooms/hall');
    expect(index()).toBe(3);
  });

  it('leaves a click with Ctrl to the browser, which opens a tab', async () => {
    const { user, index } = open('');
    await user.click(await screen.findByRole('link', { name: 'Desk lamp' }));
    const link = await back();
    fireEvent.click(link, { ctrlKey: true });
    expect(index()).toBe(1);
    expect(link.getAttribute('href')).toBe('/home/');
  });

  it('offers the way back from a device that is not there', async () => {
    const { user } = open('/rooms/kitchen');
    await screen.findByRole('link', { name: 'Desk lamp' });
    window.history.pushState(null, '', '/home/devices/none');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await user.click(await screen.findByRole('link', { name: 'Back to home' }));
    await expect.poll(() => window.location.pathname).toBe('/home/');
  });
});
