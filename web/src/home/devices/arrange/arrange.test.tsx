import type { TileGroup } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { channelOf, kitchen, lampTile, tileOf } from '../../../testing/devices.ts';
import { refused } from '../../../testing/fake-server.ts';
import { channelList, fakeHome } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';

const hall: TileGroup = { ...kitchen, id: 'hall', label: 'Hall', isDefault: true };
const shelf: TileGroup = { ...kitchen, id: 'shelf', label: 'Shelf', parent: kitchen.id };
const desk: TileGroup = { ...kitchen, id: 'desk', label: 'Desk', parent: kitchen.id };
const fan = tileOf('fan', 'Ceiling fan', { groups: ['hall'] });
const oven = tileOf('oven', 'Oven');

type Replies = Parameters<typeof fakeHome>[0];

/** The reply of a platform that is slow, so that only the optimistic update is shown. */
const neverSaved = () => new Promise<never>(() => {});

async function open(replies: Replies = {}) {
  signIn();
  const platform = fakeHome({
    tileGroups: { list: { tileGroups: [hall, kitchen, shelf, desk] } },
    tiles: { list: { tiles: [fan, lampTile, oven] } },
    channels: { list: channelList(['lamp', 'fan', 'oven'].map((id) => channelOf(id))) },
  } as Replies);
  platform.reply(replies ?? {});
  const { user } = openHome(platform, '/arrange');
  await screen.findByRole('heading', { level: 1, name: 'Arrange' });
  const choose = async (button: string, choice: string) => {
    await user.click(await screen.findByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: choice }));
  };
  return { platform, user, choose };
}
/** The names of the list, from top to bottom. */
const rows = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('h2, h3, span span')?.textContent);

describe('the list of the page that arranges the home', () => {
  it('shows areas and groups, each with its devices', async () => {
    await open();
    await expect.poll(rows).toEqual(['Hall', 'Ceiling fan', 'Kitchen', 'Desk lamp', 'Oven', 'Shelf', 'Desk']);
    expect(screen.getByText('2 devices')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 3, name: 'Shelf' })).toBeTruthy();
  });

  it('shows why the arrangement cannot be read', async () => {
    signIn();
    const list = refused(500, 1000, { text: 'The platform has a problem.' });
    openHome(fakeHome({ tiles: { list } }), '/arrange');
    expect(await screen.findByText('The platform has a problem.')).toBeTruthy();
  });
});

describe('arranging a device', () => {
  it('moves a device down by its dialog, at once and at the platform', async () => {
    const { platform, choose } = await open({ tiles: { update: neverSaved } });
    await choose('Move Desk lamp to …', 'Down');
    await expect.poll(() => rows().slice(2, 5)).toEqual(['Kitchen', 'Oven', 'Desk lamp']);
    await screen.findByText('Desk lamp is in Kitchen, place 2.');
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/^Move Desk lamp/);
    await expect.poll(() => platform.bodies('tiles.update')).toEqual([{ position: 1 }]);
  });

  it('moves a device to the end of another area', async () => {
    const { platform, choose } = await open();
    await choose('Move Desk lamp to …', 'Hall');
    await expect.poll(() => platform.bodies('tiles.update')).toEqual([{ position: 1, groups: ['hall'] }]);
  });

  it('picks a device up with Space, and leaves it where it was after Escape', async () => {
    const { platform, user } = await open();
    const handle = await screen.findByRole('button', { name: 'Drag Desk lamp' });
    handle.focus();
    await user.keyboard(' ');
    await expect.poll(() => screen.getAllByText('Desk lamp').length).toBe(2);
    await user.keyboard('{Escape}');
    await screen.findByText('Desk lamp is back where it was.');
    expect(platform.sent('tiles.update')).toEqual([]);
  });

  it('offers no way up from the first place, and not the place where the device is', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Move Ceiling fan to …' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Ceiling fan' }));
    const isOff = (name: string | RegExp) => dialog.getByRole<HTMLButtonElement>('button', { name }).disabled;
    expect([isOff('Up'), isOff('Down'), isOff(/^Hall/), isOff('Kitchen')]).toEqual([true, true, true, false]);
  });

  it('returns a device to its place when the platform refuses the move', async () => {
    const { choose } = await open({
      tiles: { update: refused(403, 1700, { text: 'You may not do this.' }) },
    });
    await choose('Move Desk lamp to …', 'Down');
    await screen.findByText('Not moved. You may not do this.');
    await expect.poll(() => rows().slice(2, 5)).toEqual(['Kitchen', 'Desk lamp', 'Oven']);
  });

  it('saves a device move by move, in order', async () => {
    const answers: (() => void)[] = [];
    const { platform, choose } = await open({
      tiles: { update: () => new Promise((resolve) => answers.push(() => resolve(lampTile))) },
    });
    await choose('Move Desk lamp to …', 'Down');
    await choose('Move Desk lamp to …', 'Hall');
    await expect.poll(() => platform.bodies('tiles.update')).toEqual([{ position: 1 }]);
    answers[0]?.();
    await expect
      .poll(() => platform.bodies('tiles.update').at(-1))
      .toEqual({ position: 1, groups: ['hall'] });
  });
});

describe('arranging an area or group', () => {
  it('moves an area or group among its siblings', async () => {
    const { platform, choose } = await open({ tileGroups: { update: neverSaved } });
    await choose('Change Kitchen', 'Move up');
    await screen.findByText('Kitchen is in place 1.');
    await expect.poll(() => rows()[0]).toBe('Kitchen');
    await expect.poll(() => platform.bodies('tileGroups.update')).toEqual([{ position: 0 }]);
  });

  it('moves a group to another area', async () => {
    const { platform, choose } = await open();
    await choose('Change Shelf', 'Move to Hall');
    await screen.findByText('Shelf is in Hall.');
    await expect
      .poll(() => platform.bodies('tileGroups.update'))
      .toEqual([{ parent: 'hall', position: 1_000_000 }]);
  });

  it('renames an area or group, but not to nothing', async () => {
    const { platform, user, choose } = await open();
    await choose('Change Kitchen', 'Rename');
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename Kitchen' }));
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Type a name.')).toBeTruthy();
    await user.type(name, ' Galley {Enter}');
    await expect.poll(() => platform.bodies('tileGroups.update')).toEqual([{ label: 'Galley' }]);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('shows in the dialog why an area or group cannot be renamed', async () => {
    const { user, choose } = await open({
      tileGroups: { update: refused(409, 5000, { text: 'Already exists.' }) },
    });
    await choose('Change Kitchen', 'Rename');
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '{Enter}');
    expect(await screen.findByText('Already exists.')).toBeTruthy();
  });

  it('adds an area, and a group in an area', async () => {
    const { platform, user, choose } = await open();
    await user.click(screen.getByRole('button', { name: 'New area' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Garden{Enter}');
    await expect.poll(() => platform.bodies('tileGroups.create')).toEqual([{ label: 'Garden' }]);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    await choose('Change Kitchen', 'New group inside');
    await screen.findByRole('dialog', { name: 'New group in Kitchen' });
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Sink{Enter}');
    await expect
      .poll(() => platform.bodies('tileGroups.create').at(-1))
      .toEqual({ label: 'Sink', parent: 'kitchen' });
  });

  it.each([
    ['Kitchen', 'No devices are removed. Devices and groups move to Hall.'],
    ['Shelf', 'No devices are removed. They stay in Kitchen.'],
  ])('says before %s is deleted what stays', async (name, text) => {
    const { platform, user, choose } = await open();
    await choose(`Change ${name}`, 'Delete');
    const dialog = within(await screen.findByRole('dialog', { name: `Delete ${name}?` }));
    expect(dialog.getByText(text)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await expect.poll(() => platform.sent('tileGroups.remove').length).toBe(1);
    const heading = screen.getByRole('heading', { level: 1, name: 'Arrange' });
    await expect.poll(() => document.activeElement).toBe(heading);
  });

  it('does not let the default area be deleted', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Change Hall' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hall' }));
    expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});
