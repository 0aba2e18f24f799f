import { onlineManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { unreachable } from '../../../../testing/fake-server.ts';
import { definition, dialog, fine, openOne, stored, word } from '../../../testing/open-editor.tsx';

const setOnline = (isOnline: boolean): void => void act(() => onlineManager.setOnline(isOnline));

afterEach(() => setOnline(true));

describe('the editor without a connection', () => {
  it('saves the automation as it is by then once the platform is reached', async () => {
    const { user, platform } = await openOne();
    setOnline(false);
    (await word('3 minutes')).focus();
    await user.keyboard('{Delete}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('It will be saved when the platform can be reached again.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await user.click(await word('3 minutes'));
    const panel = await dialog('What is done?');
    await user.click(panel.getByRole('button', { name: '10 minutes' }));
    expect(platform.sent('automations.replace')).toEqual([]);
    setOnline(true);
    await expect.poll(() => window.location.pathname).toBe('/home/automations/hall');
    expect(platform.bodies('automations.replace')).toMatchObject([
      { then: [definition.then[0], { kind: 'wait', wait: 'PT10M' }, definition.then[2]] },
    ]);
  });

  it('saves nothing afterwards once the changes are discarded', async () => {
    const { user, platform } = await openOne();
    setOnline(false);
    (await word('3 minutes')).focus();
    await user.keyboard('{Delete}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    setOnline(true);
    await word('3 minutes');
    expect(screen.queryByText('It will be saved when the platform can be reached again.')).toBeNull();
    expect(platform.sent('automations.replace')).toEqual([]);
  });

  it('stores no version when the changes were undone before the platform is reached', async () => {
    const { user, platform } = await openOne();
    setOnline(false);
    (await word('3 minutes')).focus();
    await user.keyboard('{Delete}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    setOnline(true);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => window.location.pathname).toBe('/home/automations/hall');
    expect(platform.bodies('automations.replace')).toMatchObject([{ label: `${definition.label}!` }]);
  });

  it('tries again when the platform cannot be reached at first', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { user, platform } = await openOne({
      automations: {
        replace: () => (platform.sent('automations.replace').length < 3 ? unreachable() : stored),
      },
    });
    setOnline(false);
    (await word('3 minutes')).focus();
    await user.keyboard('{Delete}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    setOnline(true);
    await expect.poll(() => window.location.pathname).toBe('/home/automations/hall');
    expect(platform.sent('automations.replace')).toHaveLength(3);
  });

  it('says which word is missing when the platform is reached, and leaves the focus where it is', async () => {
    const { user, platform } = await openOne();
    setOnline(false);
    (await word('3 minutes')).focus();
    await user.keyboard('{Delete}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    (await word('it is dark')).focus();
    await user.keyboard('{Delete}');
    (await word('turn on')).focus();
    await user.keyboard('{Delete}');
    (await word('turn off')).focus();
    await user.keyboard('{Delete}');
    const name = screen.getByRole('textbox', { name: 'Name' });
    await user.click(name);
    setOnline(true);
    expect(await screen.findByText('Choose this word first.')).toBeTruthy();
    expect(document.activeElement).toBe(name);
    expect(platform.sent('automations.replace')).toEqual([]);
  });

  it('says that values are the last known ones, and nothing of what is true', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openOne({
      automations: {
        check: {
          ...fine,
          conditions: [{ id: 'c1', is: true }],
          already_true: [{ path: 'when[0]', value: true }],
        },
      },
    });
    expect(
      await screen.findByRole('button', { name: 'Hall light', description: 'Off, last known' }),
    ).toBeTruthy();
    await screen.findByText('No problem found, and no loop.');
    expect(screen.queryByText('yes')).toBeNull();
    expect(screen.queryByText(/already true/)).toBeNull();
  });
});
