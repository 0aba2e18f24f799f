import { examplePortalSession } from '@azulejo/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused, unreachable } from '../../../../testing/fake-server.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { openPortal } from '../../../testing/open-portal.tsx';

const signedOut = { session: { get: { state: 'none' } } } as const;
const halfway = { ...examplePortalSession, state: 'second-factor' } as const;
const path = () => window.location.pathname + window.location.search;

describe('sign-in page', () => {
  async function signIn(replies: Parameters<typeof fakePortal>[0] = {}, next = '') {
    const platform = fakePortal({ session: { ...signedOut.session, ...replies.session } });
    const user = openPortal(platform, `/sign-in${next}`);
    await user.type(await screen.findByLabelText('E-mail'), 'rui@example.org');
    await user.type(screen.getByLabelText('Password'), 'a long pass phrase');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    return { platform, user };
  }

  it('sends e-mail and password, and opens the overview', async () => {
    const { platform } = await signIn();
    await screen.findByRole('navigation', { name: 'Pages' });
    expect(platform.bodies('session.signIn')).toEqual([
      { email: 'rui@example.org', password: 'a long pass phrase' },
    ]);
    expect(path()).toBe('/portal');
  });

  it('opens the requested page after signing in', async () => {
    await signIn({}, `?next=${encodeURIComponent('/portal/audit-log?actor=x')}`);
    await expect.poll(path).toBe('/portal/audit-log?actor=x');
  });

  it('opens the overview when the requested page is on another origin', async () => {
    await signIn({}, `?next=${encodeURIComponent('https://evil.example/portal')}`);
    await expect.poll(path).toBe('/portal');
  });

  it('keeps the e-mail and empties the password when they are refused', async () => {
    await signIn({ session: { signIn: refused(401, 1601) } });
    const alert = await screen.findByText('Wrong e-mail or password.');
    expect(alert.closest('[role=alert]')).not.toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('rui@example.org');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  });

  it('says that the platform cannot be reached', async () => {
    await signIn({ session: { signIn: unreachable } });
    await screen.findByText('The platform cannot be reached. Is this device online?');
  });

  it('asks for a code when the account has a second factor', async () => {
    const { platform, user } = await signIn({ session: { signIn: halfway } });
    await screen.findByRole('heading', { name: 'Enter a code' });
    await user.type(screen.getByLabelText('Code'), '492039');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('navigation', { name: 'Pages' });
    expect(platform.bodies('session.secondFactor')).toEqual([{ code: '492039' }]);
    expect(platform.sent('session.secondFactor')[0]?.headers.get('x-csrf-token')).toBe(
      examplePortalSession.csrf_token,
    );
  });
});
