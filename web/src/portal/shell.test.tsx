import { examplePortalSession } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused } from '../testing/fake-server.ts';
import { pageTitle } from './pages.ts';
import { pageAfterSignIn } from './session/session.ts';
import { fakePortal } from './testing/fake-portal.ts';
import { openPortal } from './testing/open-portal.tsx';

const main = () => screen.getByRole('main');

describe('the frame of the portal', () => {
  it('names the page in the title, and moves the focus to each new one', async () => {
    const platform = fakePortal();
    const user = openPortal(platform, '/people');
    await screen.findByRole('heading', { level: 1, name: 'People' });
    expect(document.title).toBe('People · Azulejo Portal');
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    await user.click(pages.getByRole('link', { name: 'Audit log' }));
    await screen.findByRole('heading', { level: 1, name: 'Audit log' });
    expect(document.title).toBe('Audit log · Azulejo Portal');
    expect(document.activeElement).toBe(main());
  });

  it('says that a page does not exist, and leads to the overview', async () => {
    const platform = fakePortal();
    openPortal(platform, '/nothing-here');
    await screen.findByRole('heading', { name: 'Page not found' });
    expect(screen.getByRole('link', { name: 'Go to the overview' }).getAttribute('href')).toBe('/portal/');
  });

  it('leads to the sign-in, and back, when no one is signed in', async () => {
    const platform = fakePortal({ session: { get: { state: 'none' } } });
    openPortal(platform, '/audit-log?actor=x');
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(new URLSearchParams(window.location.search).get('next')).toBe('/portal/audit-log?actor=x');
  });

  it('leads to the sign-in, and back, when the session ends', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
    const platform = fakePortal({ auditLog: { list: refused(401, 1608) } });
    openPortal(platform, '/audit-log');
    await expect.poll(() => assign.mock.calls).toContainEqual(['/portal/sign-in?next=%2Fportal%2Faudit-log']);
  });

  it('signs out from the menu of the account', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
    const platform = fakePortal();
    const user = openPortal(platform, '/audit-log');
    await user.click(await screen.findByRole('button', { name: 'Account of Rui Costa' }));
    expect(await screen.findByText(examplePortalSession.account.email)).toBeTruthy();
    await user.click(screen.getByRole('menuitem', { name: 'Sign out' }));
    await expect.poll(() => assign.mock.calls).toEqual([['/portal/sign-in']]);
    expect(platform.sent('session.signOut')).toHaveLength(1);
  });
});

describe('pageAfterSignIn', () => {
  it.each([
    ['/portal/users?page=2', '/portal/users?page=2'],
    ['/portal', '/portal'],
    ['/portal/sign-in', '/portal'],
    ['https://evil.example/portal/users', '/portal'],
    ['//evil.example/portal', '/portal'],
    ['/home', '/portal'],
    ['/portalx', '/portal'],
    [undefined, '/portal'],
  ])('pageAfterSignIn leads from %s to %s', (next, page) => {
    expect(pageAfterSignIn(next)).toBe(page);
  });
});

describe('pageTitle', () => {
  it.each([
    ['/', 'Overview'],
    ['/templates/7', 'Templates'],
    ['/virtual-devices', 'Virtual devices'],
    ['/elsewhere', 'Not found'],
  ])('the title of %s is %s', (path, title) => {
    expect(pageTitle(path)).toBe(title);
  });
});
