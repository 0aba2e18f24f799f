import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused } from '../../../../testing/fake-server.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { renderPortal } from '../../../testing/open-portal.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';

describe('NewTokenDialog', () => {
  it('includes reading what may be written, and sends only the scope to write', async () => {
    const platform = fakePortal();
    const user = renderPortal(platform, <NewTokenDialog isOpen onClose={() => {}} />);
    await user.type(await screen.findByLabelText('Name'), 'Laptop');
    const devices = within(screen.getByRole('group', { name: 'Devices' }));
    const [read, write] = ['Read', 'Write'].map((name) =>
      devices.getByRole<HTMLInputElement>('checkbox', { name }),
    );
    if (!read || !write) throw new Error('The form has no scopes.');
    await user.click(read);
    await user.click(write);
    expect([read.checked, read.disabled]).toEqual([true, true]);
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await screen.findByLabelText('Access token');
    expect(platform.bodies('tokens.create')).toEqual([
      { name: 'Laptop', scopes: ['devices:write'], days: 90 },
    ]);
  });

  it('shows an error at the field that the platform names, and keeps the input', async () => {
    const errors = [{ field: 'days', reason: 'must be at most 365' }];
    const platform = fakePortal({ tokens: { create: refused(400, 1000, { errors }) } });
    const user = renderPortal(platform, <NewTokenDialog isOpen onClose={() => {}} />);
    await user.type(await screen.findByLabelText('Name'), 'Laptop');
    const [read] = screen.getAllByRole('checkbox', { name: 'Read' });
    if (read) await user.click(read);
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Must be at most 365')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Laptop');
    expect(platform.sent('tokens.create')).toHaveLength(1);
  });
});
