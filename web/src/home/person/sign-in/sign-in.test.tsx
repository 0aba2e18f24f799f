import { type AccountDeletion, exampleToken, type OwnAccount, resources } from '@azulejo/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, unreachable } from '../../../testing/fake-server.ts';
import { fakeHome } from '../../testing/fake-home.ts';
import { type HomeReplies, openHome, signIn, writeSettings } from '../../testing/open-home.tsx';

const path = () => window.location.pathname + window.location.search;
const press = (name: string) => screen.getByRole('button', { name });
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
const soon = new Date(Date.now() + 3_600_000).toISOString().replace('Z', '+0000');
const token = { ...exampleToken, expires: soon };

describe('the sign-in page of Home', () => {
  async function open(replies: HomeReplies = {}, search = '') {
    writeSettings({ 'client-id': 'app-1' });
    const platform = fakeHome({ auth: { authorize: token }, ...replies });
    const { user } = openHome(platform, `/sign-in${search}`);
    await screen.findByRole('heading', { name: 'Sign in to your home' });
    const enter = async (email = ' ana@example.org ', password = 'a sentence') => {
      await user.type(screen.getByLabelText('E-mail'), email);
      await user.type(screen.getByLabelText('Password'), password);
      await user.click(press('Sign in'));
    };
    return { platform, user, enter };
  }

  it('sends the password, and opens the home', async () => {
    const { platform, enter } = await open();
    await enter();
    await expect.poll(path).toBe('/home');
    expect(platform.bodies('auth.authorize')).toMatchObject([
      { client_id: 'app-1', username: 'ana@example.org', password: 'a sentence' },
    ]);
    expect(localStorage.getItem('azulejo.token')).toContain(token.refresh_token);
  });

  it('keeps the sign-in only for the tab on a shared computer', async () => {
    const { user, enter } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'This is a shared computer' }));
    await enter();
    await expect.poll(path).toBe('/home');
    expect(sessionStorage.getItem('azulejo.token')).not.toBeNull();
    expect(localStorage.getItem('azulejo.token')).toBeNull();
  });

  it('opens the page that was asked for', async () => {
    const { enter } = await open({}, '?next=%2Fhome%2Fpreferences');
    await enter();
    await expect.poll(path).toBe('/home/preferences');
  });

  it('opens no page of another site', async () => {
    const { enter } = await open({}, '?next=https%3A%2F%2Fevil.example%2Fhome');
    await enter();
    await expect.poll(path).toBe('/home');
  });

  it.each([
    [() => refused(401, 1601), 'Wrong e-mail or password.'],
    [() => refused(429, 1609, {}), 'Too many attempts. Try again in a minute.'],
    [unreachable, 'The platform cannot be reached. Is this device online?'],
  ])('says why the sign-in failed: case %#, and moves the focus there', async (authorize, text) => {
    const { enter } = await open({ auth: { authorize } });
    await enter();
    await expect.poll(alerts).toContain(text);
    expect(document.activeElement?.textContent).toBe(text);
    expect(path()).toContain('/home/sign-in');
  });

  it('says after how long to try again', async () => {
    const slow = refused(429, 1609);
    slow.headers.set('retry-after', '600');
    const { enter } = await open({ auth: { authorize: slow } });
    await enter();
    await expect.poll(alerts).toContain('Too many attempts. Try again in 10 minutes.');
  });

  it('asks for the code of the second factor, and sends it with the password', async () => {
    let tries = 0;
    const authorize = () => {
      tries += 1;
      return tries === 1 ? refused(403, 2006) : tries === 2 ? refused(403, 2008) : token;
    };
    const { platform, user, enter } = await open({ auth: { authorize } });
    await enter();
    await user.type(await screen.findByLabelText('Code'), '123456');
    await user.click(press('Sign in'));
    await expect.poll(alerts).toContain('This code is not valid, or was used before.');
    await user.click(press('Sign in'));
    await expect.poll(path).toBe('/home');
    expect(platform.bodies('auth.authorize').slice(1)).toMatchObject([
      { password: 'a sentence', otp: '123456' },
      { password: 'a sentence', otp: '123456' },
    ]);
  });

  it('opens the account page for a person whose account is to be deleted', async () => {
    const deletion = resources.ownData.deletion.example.reply as AccountDeletion;
    const due = '2036-01-09T03:04:05.678+0000';
    const { enter } = await open({
      ownData: { deletion: { ...deletion, due } },
      ownAccount: { get: resources.ownAccount.get.example.reply as OwnAccount },
      ownSessions: { list: { sessions: [], total: 0 } },
    });
    await enter();
    await expect.poll(path).toBe('/home/account');
    await screen.findByRole('button', { name: 'Keep my account' });
  });

  it('asks to confirm the e-mail first, and sends the link again', async () => {
    const { platform, user, enter } = await open({ auth: { authorize: () => refused(403, 2005) } });
    await enter();
    await screen.findByRole('heading', { name: 'Ask the operator' });
    await user.click(press('Request a link'));
    await screen.findByText('Requested.');
    expect(platform.bodies('emailConfirmations.send')).toEqual([
      { appId: 'app-1', email: 'ana@example.org' },
    ]);
  });

  it('asks for what is missing, and sends nothing', async () => {
    const { user, platform } = await open();
    await user.click(press('Sign in'));
    await screen.findByText('Type your e-mail.');
    expect(screen.getByText('Type your password.')).toBeTruthy();
    expect(platform.sent('auth.authorize')).toEqual([]);
  });

  it.each([
    ['signed-out', /^You are signed out\. Nothing/],
    ['left', /^You signed out in another tab/],
    ['ended', /^You were signed out because/],
    ['unreached', /Change your password if this device is not yours/],
  ])('explains why the sign-in page is shown: %s', async (reason, text) => {
    await open({}, `?reason=${reason}`);
    expect(screen.getByText(text).getAttribute('role')).toBe('status');
  });

  it('skips the sign-in page for those who are signed in', async () => {
    signIn();
    openHome(fakeHome(), '/sign-in');
    expect(await screen.findByRole('heading', { level: 1, name: 'Home' })).toBeTruthy();
  });

  it('shows the sign-in page before the page that was asked for', async () => {
    openHome(fakeHome(), '/devices/lamp');
    await screen.findByRole('heading', { name: 'Sign in to your home' });
    expect(new URLSearchParams(window.location.search).get('next')).toBe('/home/devices/lamp');
  });
});

describe('the page to create an account', () => {
  async function open(replies: HomeReplies = {}) {
    writeSettings({ 'client-id': 'app-1', 'least-password-length': '8' });
    const platform = fakeHome({ auth: { authorize: token }, ...replies });
    const { user } = openHome(platform, '/sign-up');
    await user.type(await screen.findByLabelText('Name'), 'Ana');
    await user.type(screen.getByLabelText('E-mail'), 'ana@example.org');
    const choose = async (password: string) => {
      await user.type(screen.getByLabelText('Password'), password);
      await user.click(press('Create account'));
    };
    return { platform, choose };
  }

  it('creates the account, and signs in', async () => {
    const { platform, choose } = await open();
    await choose('a sentence');
    await expect.poll(path).toBe('/home');
    expect(platform.bodies('accounts.create')).toEqual([
      { appId: 'app-1', type: 'account', name: 'Ana', email: 'ana@example.org', password: 'a sentence' },
    ]);
    expect(platform.bodies('auth.authorize')).toMatchObject([{ username: 'ana@example.org' }]);
  });

  it('counts the characters that a password lacks', async () => {
    const { platform, choose } = await open();
    await choose('1234567');
    expect(screen.getByText('1 more character.')).toBeTruthy();
    expect(screen.getByText('Must have at least 8 characters.')).toBeTruthy();
    expect(platform.sent('accounts.create')).toEqual([]);
  });

  it('says at the field that the e-mail is taken', async () => {
    const { choose } = await open({ accounts: { create: refused(409, 1211) } });
    await choose('a sentence');
    await screen.findByText('An account with this e-mail already exists.');
    expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true');
  });

  it('shows at each field why the platform refuses it', async () => {
    const errors = [{ field: 'password', reason: 'is too common' }];
    const { choose } = await open({ accounts: { create: refused(400, 2001, { errors }) } });
    await choose('password1');
    await screen.findByText('Is too common');
  });
});

describe('the page for a forgotten password', () => {
  async function ask(sendsMail: boolean, replies: HomeReplies = {}) {
    writeSettings({ 'client-id': 'app-1', 'sends-mail': String(sendsMail) });
    const platform = fakeHome(replies);
    const { user } = openHome(platform, '/forgotten');
    await user.type(await screen.findByLabelText('E-mail'), 'ana@example.org');
    await user.click(press(sendsMail ? 'Send the link' : 'Request a link'));
    return { platform, user };
  }

  it('sends a link, and does not say whether there is an account', async () => {
    const { platform } = await ask(true);
    await screen.findByText('If there is an account with ana@example.org, a link is on its way.');
    expect(platform.bodies('passwordResets.send')).toEqual([{ appId: 'app-1', email: 'ana@example.org' }]);
  });

  it('says who has the link when there is no mail server', async () => {
    await ask(false);
    await screen.findByText(/the person who runs the platform has the link now/);
  });

  it('can be used again for another e-mail', async () => {
    const { user } = await ask(true);
    await user.click(await screen.findByRole('button', { name: 'Another e-mail' }));
    expect(await screen.findByLabelText('E-mail')).toBeTruthy();
  });
});

describe('signing out', () => {
  async function signOut(replies: HomeReplies = {}) {
    signIn();
    const replace = vi.spyOn(window.location, 'replace').mockReturnValue();
    const platform = fakeHome(replies);
    const { stores } = openHome(platform, '/preferences');
    await stores.session.signOut();
    return { platform, address: replace.mock.calls[0]?.[0] };
  }

  it('ends the sign-in at the platform and deletes the token', async () => {
    const { platform, address } = await signOut();
    expect(platform.sent('tokens.delete')).toHaveLength(1);
    expect(address).toBe('/home/sign-in?reason=signed-out');
    expect(localStorage.getItem('azulejo.token')).toBeNull();
  });

  it('says that the platform could not be reached', async () => {
    const { address } = await signOut({ tokens: { delete: unreachable } });
    expect(address).toBe('/home/sign-in?reason=unreached');
    expect(localStorage.getItem('azulejo.token')).toBeNull();
  });
});

describe('two people in two tabs', () => {
  const draft = 'azulejo.automation.new';
  const rui = JSON.stringify({ ...token, owner_id: 'rui' });

  it('opens the home of another person who signed in, and leaves that sign-in alone', async () => {
    signIn();
    const replace = vi.spyOn(window.location, 'replace').mockReturnValue();
    const { stores } = openHome(fakeHome(), '/preferences');
    await stores.session.client.token();
    localStorage.setItem(draft, 'of Rui');
    localStorage.setItem('azulejo.token', rui);
    dispatchEvent(
      new StorageEvent('storage', { key: 'azulejo.token', newValue: rui, storageArea: localStorage }),
    );
    expect(replace).toHaveBeenCalledWith('/home');
    expect(localStorage.getItem(draft)).toBe('of Rui');
    await stores.session.signOut();
    expect(localStorage.getItem('azulejo.token')).toBe(rui);
  });

  it('deletes what another person left in this browser, who is signed in in another tab', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
    const { stores } = openHome(fakeHome({ auth: { authorize: token } }), '/sign-in');
    await screen.findByRole('heading', { name: 'Sign in to your home' });
    localStorage.setItem(draft, 'of Rui');
    localStorage.setItem('azulejo.token', rui);
    await stores.session.client.signIn.password({ username: 'ana@example.org', password: 'a sentence' });
    expect(reload).toHaveBeenCalledOnce();
    expect(localStorage.getItem(draft)).toBeNull();
    expect(localStorage.getItem('azulejo.token')).toContain(token.owner_id);
  });
});
