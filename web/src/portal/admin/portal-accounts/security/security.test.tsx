import { type Passkey, type PortalSecurity, portalResources } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { browserOf } from '../../../../design/browser-of.ts';
import { refused } from '../../../../testing/fake-server.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { openPortal } from '../../../testing/open-portal.tsx';

const security = portalResources.security.get.example.reply as PortalSecurity;
const [session] = security.sessions;
const other = {
  ...session,
  id: 'other',
  is_current: false,
  address: '198.51.100.4',
} as (typeof security.sessions)[0];

type Replies = NonNullable<Parameters<typeof fakePortal>[0]>['security'];

async function open(replies: Replies = {}) {
  const platform = fakePortal({ security: { get: security, ...replies } });
  const user = openPortal(platform, '/account');
  await screen.findByRole('region', { name: 'Second factor' });
  const section = (name: string) => within(screen.getByRole('region', { name }));
  return { platform, user, section };
}

describe('the own account', () => {
  it('saves another name', async () => {
    const { platform, user, section } = await open();
    const save = section('Profile').getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    const name = section('Profile').getByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Rui C.');
    await user.click(save);
    await screen.findByText('Your name was changed.');
    expect(platform.bodies('security.rename')).toEqual([{ name: 'Rui C.' }]);
  });

  it('changes the password, and empties the fields', async () => {
    const { platform, user, section } = await open();
    const [current, next] = ['Current password', 'New password'].map((label) =>
      section('Password').getByLabelText<HTMLInputElement>(label),
    ) as [HTMLInputElement, HTMLInputElement];
    await user.type(current, 'the old sentence');
    await user.type(next, 'a new sentence!');
    await user.click(section('Password').getByRole('button', { name: 'Change password' }));
    await screen.findByText('Your password was changed.');
    expect(platform.bodies('security.changePassword')).toEqual([
      { current_password: 'the old sentence', password: 'a new sentence!' },
    ]);
    expect([current.value, next.value]).toEqual(['', '']);
  });

  it('shows at its field why a password is refused', async () => {
    const errors = [{ field: 'password', reason: 'is too common' }];
    const { user, section } = await open({ changePassword: refused(400, 2001, { errors }) });
    await user.type(section('Password').getByLabelText('Current password'), 'x');
    await user.type(section('Password').getByLabelText('New password'), 'password1234');
    await user.click(section('Password').getByRole('button', { name: 'Change password' }));
    await section('Password').findByText('Is too common');
  });
});

describe('the second factor', () => {
  const off = { ...security, second_factor_since: null };

  it('sets up a second factor with the password, a secret and a code, and shows recovery codes', async () => {
    const { platform, user, section } = await open({
      get: off,
      beginSecondFactor: { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/x?secret=ABCDEFGHIJ' },
      confirmSecondFactor: { recovery_codes: ['aaaa-bbbb', 'cccc-dddd'] },
    });
    await user.click(section('Second factor').getByRole('button', { name: 'Set up an authenticator' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up an authenticator' }));
    await user.type(dialog.getByLabelText('Your password'), 'a sentence');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByDisplayValue('ABCD EFGH IJ')).toBeTruthy();
    expect(dialog.getByRole('img', { name: 'QR code of the secret below' })).toBeTruthy();
    await user.type(dialog.getByLabelText('Code'), '123456');
    await user.click(dialog.getByRole('button', { name: 'Turn on' }));
    await screen.findByText(/aaaa-bbbb/);
    expect(platform.bodies('security.beginSecondFactor')).toEqual([{ password: 'a sentence' }]);
    expect(platform.bodies('security.confirmSecondFactor')).toEqual([{ code: '123456' }]);
  });

  it('says how many recovery codes are left', async () => {
    const { section } = await open({ get: { ...security, recovery_codes_left: 0 } });
    expect(section('Second factor').getByText(/No recovery code is left\./)).toBeTruthy();
  });

  it('turns a second factor off with password and code', async () => {
    const { platform, user, section } = await open();
    await user.click(section('Second factor').getByRole('button', { name: 'Turn off' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn off the second factor?' }));
    await user.type(dialog.getByLabelText('Your password'), 'a sentence');
    await user.type(dialog.getByRole('textbox'), '123456');
    await user.click(dialog.getByRole('button', { name: 'Turn off' }));
    await screen.findByText('The second factor is off.');
    expect(platform.bodies('security.removeSecondFactor')).toEqual([
      { password: 'a sentence', code: '123456' },
    ]);
  });
});

describe('the own passkeys', () => {
  const passkey = portalResources.security.addPasskey.example.reply as Passkey;

  it('lists, renames and removes a passkey, also where no passkey can be added', async () => {
    const { platform, user, section } = await open({
      passkeys: { passkeys: [{ ...passkey, is_usable: false }] },
      renamePasskey: passkey,
      removePasskey: {},
    });
    const own = section('Passkeys');
    await own.findByText('Made for an earlier address of the platform. It does not sign in here.');
    expect(own.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
    await user.click(own.getByRole('button', { name: 'Rename Phone' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename the passkey' }));
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), ' Old phone ');
    await user.click(dialog.getByRole('button', { name: 'Rename' }));
    await vi.waitFor(() =>
      expect(platform.bodies('security.renamePasskey')).toEqual([{ name: 'Old phone' }]),
    );
    await user.click(own.getByRole('button', { name: 'Remove Phone' }));
    const question = within(await screen.findByRole('dialog', { name: 'Remove Phone?' }));
    await user.type(question.getByLabelText('Your password'), 'a sentence');
    await user.type(question.getByRole('textbox'), '123456');
    await user.click(question.getByRole('button', { name: 'Remove' }));
    await screen.findByText('The passkey was removed.');
    expect(platform.bodies('security.removePasskey')).toEqual([{ password: 'a sentence', code: '123456' }]);
  });
});

describe('the own sessions', () => {
  it("names browser and address of sessions, and marks one's own", async () => {
    const { section } = await open();
    const [row] = section('Where you are signed in').getAllByRole('listitem');
    expect(row?.textContent).toMatch(/Firefox.*This one.*192\.0\.2\.7/);
    expect(section('Where you are signed in').queryByRole('button')).toBeNull();
  });

  it("ends one of one's own sessions", async () => {
    const { platform, user, section } = await open({
      get: { ...security, sessions: [session, other] as never },
    });
    const sessions = section('Where you are signed in');
    await user.click(sessions.getByRole('button', { name: /^Sign out of Firefox.* at 198\.51\.100\.4$/ }));
    await screen.findByText('The session was signed out.');
    expect(platform.sent('security.endSession')[0]?.call).toBe('DELETE /portal/api/account/sessions/other');
  });

  it("ends all of one's own other sessions after confirming it", async () => {
    const { platform, user, section } = await open({
      get: { ...security, sessions: [session, other] as never },
    });
    await user.click(
      section('Where you are signed in').getByRole('button', { name: 'Sign out everywhere else' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere else?' }));
    await user.click(dialog.getByRole('button', { name: 'Sign out' }));
    await screen.findByText('You are signed out everywhere else.');
    expect(platform.sent('security.endOtherSessions')).toHaveLength(1);
  });
});

describe('browserOf', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', /Firefox/, false],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      /Safari/,
      true,
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      /Edge/,
      false,
    ],
  ])('browserOf reads %s', (automation, name, isPhone) => {
    expect(browserOf(automation)).toMatchObject({ name: expect.stringMatching(name), isPhone });
  });
});
