import { examplePortalSession, type PortalAccount, portalResources } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused } from '../../../testing/fake-server.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { openPortal } from '../../testing/open-portal.tsx';

const self = examplePortalSession.account;
const account = (id: string, name: string, members: Partial<PortalAccount> = {}): PortalAccount => ({
  id,
  name,
  email: `${id}@example.org`,
  role: 'developer',
  state: 'enabled',
  second_factor: false,
  created: '2026-01-02T03:04:05.678+0000',
  last_used: null,
  ...members,
});
const ana = account('ana', 'Ana Reis');

type Replies = Parameters<typeof fakePortal>[0];

async function open(list: PortalAccount[], replies: Replies = {}) {
  const platform = fakePortal({ accounts: { list: { accounts: list } }, ...replies });
  const user = openPortal(platform, '/people');
  await screen.findByRole('list', { name: 'Accounts' });
  const choose = async (item: string) => {
    await user.click(screen.getByRole('button', { name: 'Actions for Ana Reis' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    return within(await screen.findByRole('dialog'));
  };
  return { platform, user, choose };
}
const rows = () =>
  within(screen.getByRole('list', { name: 'Accounts' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the list of accounts', () => {
  it("shows roles and second factors of accounts, and marks one's own", async () => {
    await open([account(self.id, self.name, { role: 'owner', second_factor: true }), ana]);
    expect(rows()[0]).toMatch(/Rui Costa.*You.*Owner.*Second factor/);
    expect(rows()[1]).toMatch(/Ana Reis.*Developer.*Not signed in/);
  });

  it('marks accounts that are disabled', async () => {
    await open([{ ...ana, state: 'disabled' }]);
    expect(rows()[0]).toContain('Disabled');
  });

  it.each(['developer', 'viewer'] as const)('offers a %s no change', async (role) => {
    const session = { ...examplePortalSession, account: { ...self, role } };
    await open([ana], { session: { get: session }, accounts: { list: { accounts: [ana] } } });
    expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  });
});

describe('accounts that an owner manages', () => {
  it('changes the role of an account', async () => {
    const { platform, user, choose } = await open([ana]);
    const dialog = await choose('Change role');
    await user.click(dialog.getByRole('radio', { name: /^Viewer/ }));
    await user.click(dialog.getAllByRole('button').at(-1) as HTMLElement);
    await expect.poll(() => platform.bodies('accounts.update')).toEqual([{ role: 'viewer' }]);
    expect(platform.sent('accounts.update')[0]?.call).toBe('PATCH /portal/api/accounts/ana');
  });

  it('disables an account after confirming it', async () => {
    const { platform, user, choose } = await open([ana]);
    const dialog = await choose('Disable');
    expect(dialog.getByText(/signed out everywhere at once/)).toBeTruthy();
    expect(platform.sent('accounts.update')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Disable' }));
    await screen.findByText('Ana Reis is disabled.');
    expect(platform.bodies('accounts.update')).toEqual([{ state: 'disabled' }]);
  });

  it('shows in the dialog why a change of an account was refused', async () => {
    const update = refused(409, 3100, { text: 'The last owner cannot be disabled.' });
    const { user, choose } = await open([ana], { accounts: { list: { accounts: [ana] }, update } });
    const dialog = await choose('Disable');
    await user.click(dialog.getByRole('button', { name: 'Disable' }));
    expect(await dialog.findByText('The last owner cannot be disabled.')).toBeTruthy();
  });

  it('removes an account after confirming it', async () => {
    const { platform, user, choose } = await open([ana]);
    const dialog = await choose('Remove');
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await screen.findByText('Ana Reis is removed.');
    expect(platform.sent('accounts.remove')[0]?.call).toBe('DELETE /portal/api/accounts/ana');
  });

  it('creates a link for a new password, which is shown once', async () => {
    const link = 'https://azulejo.example/portal/new-password#t';
    const { user, choose } = await open([ana], {
      accounts: { list: { accounts: [ana] }, resetLink: { link, expires: '' } as never },
    });
    const dialog = await choose('Create password link');
    await user.click(dialog.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByDisplayValue(link)).toBeTruthy();
    const mail = screen.getByRole('link', { name: 'Send by e-mail' }).getAttribute('href');
    expect(mail).toContain('mailto:ana%40example.org?');
    expect(mail).toContain(encodeURIComponent(link));
  });

  it('invites someone with an e-mail and a role', async () => {
    const { platform, user } = await open([ana]);
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('E-mail'), ' eva@example.org ');
    await user.click(dialog.getByRole('radio', { name: /^Viewer/ }));
    await user.click(dialog.getByRole('button', { name: 'Create link' }));
    const { link } = portalResources.invitations.create.example.reply as { link: string };
    expect(await screen.findByDisplayValue(link)).toBeTruthy();
    expect(platform.bodies('invitations.create')).toEqual([{ role: 'viewer', email: 'eva@example.org' }]);
  });

  it('revokes an invitation', async () => {
    const { platform, user } = await open([ana]);
    await user.click(await screen.findByRole('button', { name: /^Revoke the invitation for/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    await screen.findByText('The invitation was revoked.');
    expect(platform.sent('invitations.revoke')).toHaveLength(1);
  });
});
