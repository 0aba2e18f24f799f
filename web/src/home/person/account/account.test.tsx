import {
  type AccountDeletion,
  type OwnAccount,
  type OwnSession,
  type Passkey,
  resources,
} from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused } from '../../../testing/fake-server.ts';
import { fakeHome } from '../../testing/fake-home.ts';
import { type HomeReplies, openHome, signIn, writeSettings } from '../../testing/open-home.tsx';

const account = resources.ownAccount.get.example.reply as OwnAccount;
const deletion = resources.ownData.deletion.example.reply as AccountDeletion;
const [here] = (resources.ownSessions.list.example.reply as { sessions: OwnSession[] }).sessions;
const phone = {
  ...here,
  id: 'phone',
  is_current: false,
  user_agent: 'CasaAzul/3.4 (iPhone; iOS 19.1; Scale/3.00)',
  address: '198.51.100.4',
  is_this_network: false,
  shared: { address: '203.0.113.5', at: '2036-01-01T03:04:05.678+0000' },
} as OwnSession;

async function open(replies: HomeReplies = {}, sendsMail = true) {
  signIn();
  writeSettings({ 'sends-mail': String(sendsMail), 'client-id': 'app-1', 'least-password-length': '8' });
  const platform = fakeHome({
    ownAccount: { get: account },
    ownSessions: { list: { sessions: [here as OwnSession, phone], total: 2 } },
    ownData: { deletion },
    ownPasskeys: { list: { passkeys: [] } },
    ...replies,
  });
  const { user } = openHome(platform, '/account');
  await screen.findByRole('region', { name: 'Where you are signed in' });
  const section = (name: string) => within(screen.getByRole('region', { name }));
  return { platform, user, section };
}

describe('the account page', () => {
  it('names browsers and apps, and says where they are', async () => {
    const { section } = await open();
    const sessions = section('Where you are signed in');
    await sessions.findByText('Firefox on Linux');
    sessions.getByText('Casa Azul on iPhone');
    sessions.getByText('Casa Azul · This network');
    sessions.getByText('Casa Azul · Network of 198.51.100.4');
    expect(sessions.getAllByRole('button', { name: /^Sign out of/ })).toHaveLength(1);
  });

  it('says which session was also used from another network', async () => {
    const { section } = await open();
    const sessions = section('Where you are signed in');
    await sessions.findByText('Casa Azul on iPhone');
    const [used, ...others] = sessions.getAllByText(/Also used from 203\.0\.113\.5/);
    expect(others).toEqual([]);
    expect(used?.closest('li')?.textContent).toContain('Casa Azul on iPhone');
  });

  it('asks for the password when the platform wants a proof, then repeats the change', async () => {
    let isProven = false;
    const { platform, user, section } = await open({
      ownAccount: {
        get: account,
        prove: () => {
          isProven = true;
          return { expires: account.email_confirmed ?? '' };
        },
      },
      ownSessions: {
        list: { sessions: [here as OwnSession, phone], total: 2 },
        endOthers: () => (isProven ? { ended: 1 } : refused(403, 2007)),
      },
    });
    const sessions = section('Where you are signed in');
    await user.click(await sessions.findByRole('button', { name: 'Sign out everywhere else' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await user.type(dialog.getByLabelText('Password'), 'a sentence');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await screen.findByText('You are signed out everywhere else.');
    expect(platform.bodies('ownAccount.prove')).toEqual([{ password: 'a sentence' }]);
    expect(platform.sent('ownSessions.endOthers')).toHaveLength(2);
  });

  it('changes nothing when the person cancels the proof', async () => {
    const { platform, user, section } = await open({
      ownSessions: {
        list: { sessions: [here as OwnSession, phone], total: 2 },
        end: () => refused(403, 2007),
      },
    });
    const button = await section('Where you are signed in').findByRole('button', { name: /^Sign out of/ });
    await user.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await expect.poll(() => button.getAttribute('data-loading')).toBeNull();
    expect(platform.sent('ownSessions.end')).toHaveLength(1);
  });

  it('changes the password, and leaves the others signed in when asked to', async () => {
    const { platform, user, section } = await open({ ownAccount: { get: account, changePassword: {} } });
    const password = section('Password');
    await user.type(password.getByLabelText('Current password'), 'a sentence');
    await user.type(password.getByLabelText('New password'), 'another sentence');
    await user.click(password.getByRole('checkbox', { name: 'Sign out everywhere else' }));
    await user.click(password.getByRole('button', { name: 'Change password' }));
    await screen.findByText('Your password was changed.');
    expect(platform.bodies('ownAccount.changePassword')).toEqual([
      { current_password: 'a sentence', password: 'another sentence', sign_out_others: false },
    ]);
  });

  it('says at the field why a password is refused', async () => {
    const reason = { field: 'current_password', reason: 'must be your current password' };
    const { user, section } = await open({
      ownAccount: { get: account, changePassword: refused(400, 1000, { errors: [reason] }) },
    });
    const password = section('Password');
    await user.type(password.getByLabelText('Current password'), 'wrong');
    await user.type(password.getByLabelText('New password'), 'another sentence');
    await user.click(password.getByRole('button', { name: 'Change password' }));
    await password.findByText('Must be your current password');
  });

  it('sends a link for a password that is forgotten', async () => {
    const { platform, user, section } = await open();
    await user.click(section('Password').getByRole('button', { name: 'Send the link' }));
    await screen.findByText(/^A link is on its way to ana@example.org/);
    expect(platform.bodies('passwordResets.send')).toMatchObject([{ appId: 'app-1' }]);
  });

  it.each([
    [true, 'A link is on its way to ana@example.org.'],
    [false, 'No e-mail is sent. The person who runs the platform has the link now.'],
  ])(
    'says where the link to confirm an e-mail is when a mail server is there: %s',
    async (sendsMail, text) => {
      const request = { email: 'ana@example.org', expires: '2036-01-03T03:04:05.678+0000' };
      const { user, section } = await open(
        { ownAccount: { get: { ...account, email_confirmed: null }, requestEmail: request } },
        sendsMail,
      );
      await user.click(section('E-mail').getByRole('button', { name: 'Confirm this address' }));
      await screen.findByText(text);
    },
  );

  it('asks for a new e-mail and shows that it waits for its confirmation', async () => {
    const request = { email: 'rui@example.org', expires: '2036-01-03T03:04:05.678+0000' };
    let current: OwnAccount = account;
    const { user, section } = await open({
      ownAccount: {
        get: () => current,
        requestEmail: () => {
          current = { ...account, email_request: request };
          return request;
        },
      },
    });
    await user.click(section('E-mail').getByRole('button', { name: 'Change e-mail' }));
    await user.type(section('E-mail').getByLabelText('New e-mail'), ' rui@example.org ');
    await user.click(section('E-mail').getByRole('button', { name: 'Send the link' }));
    await section('E-mail').findByText('rui@example.org');
    section('E-mail').getByText(/^Open the link in the mail to/);
  });

  it('sets up an authenticator and shows the recovery codes once', async () => {
    const begin = resources.ownSecondFactor.begin.example.reply as { secret: string; uri: string };
    const codes = resources.ownSecondFactor.confirm.example.reply as { recovery_codes: string[] };
    const { platform, user, section } = await open({ ownSecondFactor: { begin, confirm: codes } });
    await user.click(section('Second factor').getByRole('button', { name: 'Set up an authenticator' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up an authenticator' }));
    dialog.getByRole('img', { name: 'QR code of the secret below' });
    await user.type(dialog.getByLabelText('Code'), '492039');
    await user.click(dialog.getByRole('button', { name: 'Turn on' }));
    await screen.findByText('mfrg-gzdf-mztw-q2lk');
    expect(platform.bodies('ownSecondFactor.confirm')).toEqual([{ code: '492039' }]);
  });

  it('renames and removes a passkey, also where no passkey can be added', async () => {
    const passkey = resources.ownPasskeys.add.example.reply as Passkey;
    let passkeys: Passkey[] = [{ ...passkey, is_usable: false }];
    const { platform, user, section } = await open({
      ownPasskeys: {
        list: () => ({ passkeys }),
        rename: () => {
          const renamed = { ...passkey, name: 'Old phone' };
          passkeys = [renamed];
          return renamed;
        },
        remove: () => {
          passkeys = [];
          return {};
        },
      },
    });
    const own = section('Passkeys');
    own.getByText('Made for an earlier address of the platform. It does not sign in here.');
    expect(own.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
    await user.click(own.getByRole('button', { name: 'Rename Phone' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename the passkey' }));
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), ' Old phone ');
    await user.click(dialog.getByRole('button', { name: 'Rename' }));
    await user.click(await own.findByRole('button', { name: 'Remove Old phone' }));
    const question = within(await screen.findByRole('dialog', { name: 'Remove Old phone?' }));
    await user.click(question.getByRole('button', { name: 'Remove' }));
    await expect.poll(() => screen.queryByRole('region', { name: 'Passkeys' })).toBeNull();
    expect(platform.bodies('ownPasskeys.rename')).toEqual([{ name: 'Old phone' }]);
  });

  it('downloads the data by a form with a ticket, which no URL contains', async () => {
    const submitted: { action: string; method: string; fields: [string, string][] }[] = [];
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      const fields = [...new FormData(this)].map(
        ([name, value]) => [name, String(value)] as [string, string],
      );
      submitted.push({ action: new URL(this.action).pathname, method: this.method, fields });
    });
    const ticket = { ticket: 'azt_1', expires: '2036-01-01T03:05:05.678+0000' };
    const { user, section } = await open({ ownData: { deletion, prepareDownload: ticket } });
    await user.click(section('Your data').getByRole('button', { name: 'Download my data' }));
    await expect
      .poll(() => submitted)
      .toEqual([{ action: '/download-my-data', method: 'post', fields: [['ticket', 'azt_1']] }]);
    expect(document.querySelector('form[action="/download-my-data"]')).toBeNull();
  });

  it('says what deleting the account does, and offers to keep it afterwards', async () => {
    let current: AccountDeletion = deletion;
    const { platform, user, section } = await open({
      ownData: {
        deletion: () => current,
        requestDeletion: () => {
          current = { ...deletion, due: '2036-01-09T03:04:05.678+0000' };
          return { due: '2036-01-09T03:04:05.678+0000' };
        },
        keepAccount: () => {
          current = deletion;
          return {};
        },
      },
    });
    await user.click(await section('Your data').findByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
    dialog.getByText('4 devices that only you use, with all their history');
    await user.type(dialog.getByLabelText('Type ana@example.org to confirm'), 'ana@example.org');
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
    await user.click(await section('Your data').findByRole('button', { name: 'Keep my account' }));
    await screen.findByText('Your account stays.');
    expect(platform.bodies('ownData.requestDeletion')).toEqual([{ email: 'ana@example.org' }]);
  });
});
