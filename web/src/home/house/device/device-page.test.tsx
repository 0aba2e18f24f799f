import { fireEvent, screen } from '@testing-library/react';
import { assert, describe, expect, it } from 'vitest';
import { channelOf, lampTile, propertyOf, tileOf } from '../../../testing/devices.ts';
import { refused, unreachable } from '../../../testing/fake-server.ts';
import { channelList, fakeHome, reportOf } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';
import { openLamp } from '../../testing/open-lamp.tsx';

describe('the page of a device', () => {
  it('shows where a device is and whether it is reached', async () => {
    const access = reportOf('lamp', 'access', 'no_power');
    await openLamp({ values: { list: { elements: [access] } as never } });
    expect(await screen.findByText(/^No power since .*2026/)).toBeTruthy();
    expect(screen.getAllByText('Kitchen').length).toBeGreaterThan(0);
  });

  it('shows the icon of its kind if its picture cannot be loaded', async () => {
    await openLamp();
    const header = screen.getByRole('heading', { level: 1 }).closest('header');
    const picture = header?.querySelector('img');
    assert(header && picture);
    fireEvent.error(picture);
    expect(header.querySelector('img')).toBeNull();
    expect(header.querySelector('.icon-bulb')).toBeTruthy();
  });

  it('says that a device is not in the home', async () => {
    signIn();
    openHome(fakeHome(), '/devices/none');
    expect(await screen.findByRole('heading', { name: 'This device is not in your home' })).toBeTruthy();
  });

  it('does not say that a device is missing while its channel is not loaded yet', async () => {
    signIn();
    const reply = Promise.withResolvers<never>();
    const platform = fakeHome({ channels: { list: () => reply.promise } });
    const { stores } = openHome(platform, '/devices/lamp');
    await expect.poll(() => stores.live.get().tiles.length).toBe(1);
    expect(await screen.findByText('Loading the device')).toBeTruthy();
    reply.resolve(channelList([channelOf('lamp')]) as never);
    expect(await screen.findByRole('heading', { level: 1, name: 'Desk lamp' })).toBeTruthy();
  });

  it('shows the details of a device on request', async () => {
    const { user, platform } = await openLamp();
    expect(platform.sent('templates.get')).toEqual([]);
    await user.click(screen.getByText('About this device'));
    expect(await screen.findByText('LED1624G9')).toBeTruthy();
  });

  it('shows settings when they are unfolded', async () => {
    const led = propertyOf('led', { classes: ['io.muzzley.properties.settings.led'] });
    const channels = { list: channelList([channelOf('lamp', [propertyOf('status'), led])]) };
    const { user } = await openLamp({ channels });
    await screen.findByRole('switch', { name: /status/ });
    expect(screen.queryByRole('switch', { name: /led/ })).toBeNull();
    await user.click(screen.getByText('Settings'));
    expect(await screen.findByRole('switch', { name: /led/ })).toBeTruthy();
  });

  it('does not carry what was typed over to the page of another device', async () => {
    const config = { min: 0, max: 9, step: 1 };
    const level = propertyOf('level', {
      schema: 'number',
      controlInterfaces: [{ id: 'value', controlInterface: 'number', config }],
    });
    const { user, router } = await openLamp({
      tiles: { list: { tiles: [lampTile, tileOf('fan', 'Fan')] } },
      channels: { list: channelList([channelOf('lamp', [level]), channelOf('fan', [level])]) },
    });
    await user.type(await screen.findByRole('textbox', { name: /level/ }), '7');
    await router.navigate({ to: '/devices/$channelId', params: { channelId: 'fan' } });
    await screen.findByRole('heading', { level: 1, name: 'Fan' });
    expect(screen.queryByDisplayValue('7')).toBeNull();
  });
});

describe('the actions on a device', () => {
  it('renames a device, but not to nothing', async () => {
    const { platform, user, choose } = await openLamp();
    const dialog = await choose('Rename');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Rename' }).disabled).toBe(true);
    await user.type(name, ' Floor lamp {Enter}');
    await screen.findByText('Renamed.');
    expect(platform.bodies('tiles.update')).toEqual([{ label: 'Floor lamp' }]);
    const opener = screen.getByRole('button', { name: 'Change this device' });
    await expect.poll(() => document.activeElement).toBe(opener);
  });

  it('renames each of several tiles, and sends only what changed', async () => {
    const right = tileOf('lamp', 'Desk lamp · right');
    const { platform, user, choose } = await openLamp({
      tiles: { list: { tiles: [lampTile, { ...right, id: 'right' }] } },
    });
    const dialog = await choose('Rename');
    await user.type(dialog.getByRole('textbox', { name: 'Name of “Desk lamp · right”' }), '!{Enter}');
    await screen.findByText('Renamed.');
    expect(platform.sent('tiles.update').map(({ call }) => call)).toEqual([
      expect.stringMatching(/\/tiles\/right$/),
    ]);
  });

  it('moves a device to a group of an area', async () => {
    const { platform, user, choose } = await openLamp();
    const dialog = await choose('Move');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Move' }).disabled).toBe(true);
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Area or group' }), 'Kitchen › Shelf');
    await user.click(dialog.getByRole('button', { name: 'Move' }));
    await screen.findByText('Moved.');
    expect(platform.bodies('tiles.update')).toEqual([{ groups: ['shelf'] }]);
  });

  it('removes a device after confirming it, and leads home', async () => {
    const { platform, user, choose } = await openLamp();
    const dialog = await choose('Remove');
    expect(platform.sent('tiles.remove')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await screen.findByText('Desk lamp was removed.');
    expect(platform.sent('tiles.remove')).toHaveLength(1);
    expect(window.location.pathname).toBe('/home/');
  });

  it('shows in the dialog why an action on a device failed', async () => {
    const { user, choose } = await openLamp({
      tiles: { list: { tiles: [lampTile] }, remove: refused(403, 1700, { text: 'You may not do this.' }) },
    });
    const dialog = await choose('Remove');
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await dialog.findByText('You may not do this.')).toBeTruthy();
  });

  it('says once, in the dialog, that a device was not renamed', async () => {
    const { user, choose } = await openLamp({ tiles: { list: { tiles: [lampTile] }, update: unreachable } });
    const dialog = await choose('Rename');
    await user.type(dialog.getByLabelText(/Name/), '!');
    await user.click(dialog.getByRole('button', { name: 'Rename' }));
    expect(await dialog.findByText(/^The platform cannot be reached\./)).toBeTruthy();
    expect(screen.getAllByText(/^The platform cannot be reached\./)).toHaveLength(1);
  });

  it('changes the picture of a device', async () => {
    const { platform, user, choose } = await openLamp();
    const dialog = await choose('Change the picture');
    const picture = new File(['png'], 'lamp.png', { type: 'image/png' });
    await user.upload(dialog.getByLabelText('Picture'), picture);
    await user.click(dialog.getByRole('button', { name: 'Use this picture' }));
    await screen.findByText('The picture was changed.');
    expect(platform.bodies('uploads.create')).toEqual([picture]);
    expect(platform.bodies('tiles.update')).toEqual([
      { photo: 'http://127.0.0.1:8480/uploads/4f1b0c8f2d.png' },
    ]);
  });

  it('accepts no file that is not a picture, and restores the original one', async () => {
    const { platform, user, choose } = await openLamp();
    const dialog = await choose('Change the picture');
    const input = dialog.getByLabelText<HTMLInputElement>('Picture');
    input.removeAttribute('accept');
    await user.upload(input, new File(['%PDF'], 'manual.pdf', { type: 'application/pdf' }));
    expect(dialog.getByText(/“manual\.pdf” can’t be used/)).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Use this picture' }).disabled).toBe(true);
    await user.click(dialog.getByRole('button', { name: 'Use the original' }));
    await screen.findByText('The picture was changed.');
    expect(platform.bodies('tiles.update')).toEqual([{ photo: null }]);
  });
});
