import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeHome } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';

describe('the menu of a tile', () => {
  it('makes the device automatic, and leads back to the tile', async () => {
    signIn();
    const platform = fakeHome();
    const { user } = openHome(platform);
    const tile = await screen.findByRole('link', { name: /Desk lamp/ });
    tile.focus();
    fireEvent.contextMenu(tile);
    const item = await screen.findByRole('menuitem', { name: 'Make this automatic' });
    expect(item.getAttribute('href')).toBe('/home/automations/new?device=lamp');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menuitem')).toBeNull();
    expect(document.activeElement).toBe(tile);
  });
});
