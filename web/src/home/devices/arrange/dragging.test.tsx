import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { channelOf, kitchen, lampTile, tileOf } from '../../../testing/devices.ts';
import { channelList, fakeHome } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';

const ROW_PX = 50;

// The simulated browser has no layout: rows are below each other, as their order says, and the carried copy of
// a row begins where the row is.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const isCarried = this.matches('[class*="carried"]') || this.querySelector(':scope > [class*="carried"]');
    const row = isCarried ? document.querySelector('li[data-dragging]') : this.closest('li');
    const index = row ? [...document.querySelectorAll('main li')].indexOf(row) : 0;
    return new DOMRect(0, index * ROW_PX, 300, ROW_PX);
  });
});

const hall = { ...kitchen, id: 'hall', label: 'Hall', isDefault: true };

async function open() {
  signIn();
  const platform = fakeHome({
    tileGroups: { list: { tileGroups: [hall, kitchen] } },
    tiles: {
      list: { tiles: [tileOf('fan', 'Fan', { groups: ['hall'] }), lampTile, tileOf('oven', 'Oven')] },
    },
    channels: { list: channelList(['lamp', 'fan', 'oven'].map((id) => channelOf(id))) },
  });
  const { user } = openHome(platform, '/arrange');
  const handle = (name: string) => screen.findByRole('button', { name: `Drag ${name}` });
  await handle('Oven');
  return { platform, user, handle };
}

/** Drags the handle by some rows with the pointer, and lets go. */
function drag(handle: HTMLElement, rows: number) {
  const pointer = { isPrimary: true, button: 0, pointerId: 1, clientX: 10 };
  const start = handle.getBoundingClientRect().top + ROW_PX / 2;
  fireEvent.pointerDown(handle, { ...pointer, clientY: start });
  for (let step = 1; step <= 4; step += 1)
    fireEvent.pointerMove(document, { ...pointer, clientY: start + (rows * ROW_PX * step) / 4 });
}
const letGo = () => fireEvent.pointerUp(document, { isPrimary: true, button: 0, pointerId: 1 });

describe('dragging a device', () => {
  it('places a dragged device where it is let go', async () => {
    const { platform, handle } = await open();
    drag(await handle('Desk lamp'), 1);
    await screen.findByText('Kitchen, place 2.');
    letGo();
    await expect.poll(() => platform.bodies('tiles.update')).toEqual([{ position: 1 }]);
    await screen.findByText('Desk lamp was dropped. Kitchen, place 2.');
  });

  it('moves a dragged device into another area', async () => {
    const { platform, handle } = await open();
    drag(await handle('Desk lamp'), -2);
    await screen.findByText('Hall, place 1.');
    letGo();
    await expect.poll(() => platform.bodies('tiles.update')).toEqual([{ position: 0, groups: ['hall'] }]);
  });

  it('changes nothing when a device is let go where it was', async () => {
    const { platform, handle } = await open();
    drag(await handle('Desk lamp'), 0);
    letGo();
    await handle('Desk lamp');
    expect(platform.sent('tiles.update')).toEqual([]);
  });

  it('moves a device by the keyboard, and says where it is', async () => {
    const { platform, user, handle } = await open();
    (await handle('Desk lamp')).focus();
    await user.keyboard(' ');
    await screen.findByText('Desk lamp is picked up. Kitchen, place 1.');
    await user.keyboard('{ArrowDown}');
    await screen.findByText('Kitchen, place 2.');
    await user.keyboard(' ');
    await expect.poll(() => platform.bodies('tiles.update')).toEqual([{ position: 1 }]);
  });
});
