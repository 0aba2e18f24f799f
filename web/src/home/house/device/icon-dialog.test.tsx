import type { Preferences } from '@azulejo/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openLamp } from '../../testing/open-lamp.tsx';

const drawnIn = (tile: HTMLElement) => tile.querySelector('svg')?.getAttribute('class');

describe('the icon of a tile', () => {
  it('shows the icon that the person chose, also on the page of the home', async () => {
    const { platform, user, choose } = await openLamp({
      preferences: {
        get: { tile_icons: [{ tile: 'gone', icon: 'car' }] },
        update: ({ body }) => body as Preferences,
      },
    });
    const dialog = await choose('Change the icon');
    const kind = dialog.getByRole<HTMLInputElement>('radio', { name: 'Default icon' });
    expect(kind.checked).toBe(true);
    await user.click(dialog.getByRole('radio', { name: 'Television' }));
    await user.click(dialog.getByRole('button', { name: 'Use this icon' }));
    const [sent] = platform.bodies('preferences.update') as { tile_icons: { tile: string }[] }[];
    expect(sent?.tile_icons).toEqual([
      { tile: sent?.tile_icons[0]?.tile, icon: 'television' },
      { tile: 'gone', icon: 'car' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('link', { name: 'Back to home' }));
    const tile = (await screen.findByRole('link', { name: /^Desk lamp/ })).closest('article');
    await expect.poll(() => tile && drawnIn(tile)).toContain('icon-device-tv');
  });
});
