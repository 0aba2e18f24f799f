import { type PortalToken, portalResources } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { openPortal } from '../../../testing/open-portal.tsx';

const [example] = (portalResources.tokens.list.example.reply as { tokens: PortalToken[] }).tokens;

describe('access tokens', () => {
  it('creates a token with the chosen scopes and shows it once', async () => {
    const platform = fakePortal({ tokens: { list: { tokens: [] } } });
    const user = openPortal(platform, '/tokens');
    await screen.findByText('No access tokens');
    await user.click(screen.getByRole('button', { name: 'New access token' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Name'), 'Laptop');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await dialog.findByText('Choose at least one.');
    expect(platform.bodies('tokens.create')).toEqual([]);
    const templates = within(dialog.getByRole('group', { name: 'Templates' }));
    await user.click(templates.getByRole('checkbox', { name: 'Write' }));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    const made = await dialog.findByLabelText<HTMLTextAreaElement>('Access token');
    expect(made.value).toBe('azk_k3J9…');
    expect(platform.bodies('tokens.create')).toEqual([
      { name: 'Laptop', scopes: ['templates:write'], days: 90 },
    ]);
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await user.click(screen.getByRole('button', { name: 'New access token' }));
    expect(screen.queryByDisplayValue('azk_k3J9…')).toBeNull();
  });

  it('lists tokens and revokes one after a confirmation', async () => {
    const platform = fakePortal({
      tokens: { list: { tokens: [{ ...example, name: 'Old script' } as PortalToken] } },
    });
    const user = openPortal(platform, '/tokens');
    const list = within(await screen.findByRole('list', { name: 'Access tokens' }));
    list.getByText('azk_k3J9… · applications:read, templates:write');
    await user.click(list.getByRole('button', { name: 'Revoke Old script' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(platform.sent('tokens.revoke')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    await screen.findByText('The access token was revoked.');
    expect(platform.sent('tokens.revoke')).toHaveLength(1);
  });
});
