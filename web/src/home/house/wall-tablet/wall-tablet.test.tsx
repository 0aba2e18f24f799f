import { resources, type Scene, type SceneList } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { channelOf, propertyOf, tileOf } from '../../../testing/devices.ts';
import { createPin } from '../../tablet/wall-tablet/pin.ts';
import {
  readWallTablet,
  type StoredPin,
  saveWallTablet,
} from '../../tablet/wall-tablet/wall-tablet-settings.ts';
import { channelList, fakeHome, reportOf } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';

const [action] = tileOf('door', '').actions;
const lock = channelOf('door', [propertyOf('locked', { classes: ['io.muzzley.security.locked'] })]);
const lockTile = tileOf('door', 'Front door', {
  actions: [
    { ...action, property: 'locked', options: { icon: 'lock', mappings: { on: true, off: false } } },
  ] as never,
});

let pin: StoredPin;
beforeEach(async () => {
  pin ??= await createPin('2468');
});
const enableWallTablet = () =>
  saveWallTablet({ minutes: 5, asksForCovers: true, pin, tries: 0, blockedUntil: 0 });

function open(path = '') {
  signIn();
  const platform = fakeHome({
    tiles: { list: { tiles: [lockTile] } },
    channels: { list: channelList([lock]) },
    values: { list: { elements: [reportOf('door', 'locked', true)] } as never },
  });
  return { platform, ...openHome(platform, path) };
}

async function unlock(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('switch', { name: /^Front door/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Unlock Front door?' });
  await user.click(within(dialog).getByRole('button', { name: 'Unlock' }));
  return within(await screen.findByRole('dialog', { name: 'PIN for the lock' }));
}

describe('a wall tablet', () => {
  it.each([
    '/account',
    '/add',
    '/add/real',
    '/arrange',
    '/automations',
    '/notifications',
    '/preferences',
    '/scenes',
  ])('leads from %s to Home', async (path) => {
    enableWallTablet();
    const { router } = open(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'Home' })).toBeTruthy();
    expect(router.state.location.pathname).toMatch(/^(\/home)?\/?$/);
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.queryByRole('link', { name: 'You' })).toBeNull();
    expect(pages.queryByRole('link', { name: 'Add' })).toBeNull();
    expect(await pages.findByRole('button', { name: 'Leave' })).toBeTruthy();
  });

  it('does not offer to rename or remove a device', async () => {
    enableWallTablet();
    open('/devices/door');
    expect(await screen.findByRole('heading', { level: 1, name: 'Front door' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change this device' })).toBeNull();
  });

  it('unlocks with the right PIN only', async () => {
    enableWallTablet();
    const { user, platform } = open();
    const dialog = await unlock(user);
    await user.type(dialog.getByLabelText('PIN'), '1111{Enter}');
    expect(await dialog.findByText('Wrong PIN. 4 tries left.')).toBeTruthy();
    expect(platform.sent('values.put')).toEqual([]);
    await user.type(dialog.getByLabelText('PIN'), '2468{Enter}');
    await expect.poll(() => platform.bodies('values.put')).toEqual([{ data: false }]);
  });

  it('plays a scene that opens a door with the right PIN only', async () => {
    enableWallTablet();
    const { user, platform } = open();
    const setting = { channel: 'door', component: 'light-bulb', property: 'locked', data: false };
    const [scene] = (resources.scenes.list.example.reply as SceneList).elements as [Scene];
    const own = { ...scene, settings: [setting] };
    platform.reply({ scenes: { list: { elements: [own] }, get: own } });
    await user.click(await screen.findByRole('button', { name: 'Play Movie night' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'PIN for the lock' }));
    expect(platform.sent('scenes.play')).toEqual([]);
    await user.type(dialog.getByLabelText('PIN'), '2468{Enter}');
    await expect.poll(() => platform.sent('scenes.play').length).toBe(1);
  });

  it('leaves the lock as it is when the question is cancelled', async () => {
    enableWallTablet();
    const { user, platform } = open();
    await user.click((await unlock(user)).getByRole('button', { name: 'Cancel' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(platform.sent('values.put')).toEqual([]);
  });

  it('still refuses every PIN after a reload while it pauses', async () => {
    saveWallTablet({ minutes: 5, asksForCovers: true, pin, tries: 5, blockedUntil: Date.now() + 3_600_000 });
    const { user } = open();
    const dialog = await unlock(user);
    expect(dialog.getByText('Too many wrong PINs. Try again in 60 minutes.')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('PIN').disabled).toBe(true);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  });

  it('ends the wall tablet when the person signs out, for which no PIN is asked', async () => {
    vi.spyOn(window.location, 'replace').mockReturnValue();
    enableWallTablet();
    const { user } = open();
    const dialog = await unlock(user);
    await user.click(dialog.getByRole('button', { name: 'Forgotten the PIN?' }));
    await user.click(dialog.getByRole('button', { name: 'Sign out' }));
    await expect.poll(() => localStorage.getItem('azulejo.wall-tablet')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  });

  it('keeps the screen on where the browser can', async () => {
    const requested: string[] = [];
    const lock = { release: async () => {} };
    Object.assign(navigator, {
      wakeLock: { request: async (kind: string) => requested.push(kind) && lock },
    });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'));
    enableWallTablet();
    open();
    await expect.poll(() => requested).toEqual(['screen']);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => requested).toEqual(['screen', 'screen']);
  });
});

describe('the form of a wall tablet', () => {
  it('asks for the PIN twice, and stores no digit of it', async () => {
    const replace = vi.spyOn(window.location, 'replace').mockReturnValue();
    const { user } = open('/preferences');
    const section = within(await screen.findByRole('region', { name: 'Wall tablet' }));
    const submit = () => user.click(section.getByRole('button', { name: 'Use as a wall tablet' }));
    await user.type(section.getByLabelText('PIN'), '123');
    await submit();
    expect(section.getByText('Type 4 to 12 digits.')).toBeTruthy();
    await user.type(section.getByLabelText('PIN'), '4');
    await user.type(section.getByLabelText('The same PIN again'), '1235');
    await submit();
    expect(section.getByText('The two PINs differ.')).toBeTruthy();
    expect(localStorage.getItem('azulejo.wall-tablet')).toBeNull();
    await user.clear(section.getByLabelText('The same PIN again'));
    await user.type(section.getByLabelText('The same PIN again'), '1234');
    await submit();
    await expect.poll(() => replace.mock.calls).toEqual([['/home']]);
    expect(readWallTablet()).toMatchObject({ minutes: 5, asksForCovers: true, tries: 0 });
    expect(localStorage.getItem('azulejo.wall-tablet')).not.toContain('1234');
  });
});
