import { type PortalUser, type PortalUserDetails, portalResources } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chooseOption } from '../../../testing/choose-option.ts';
import { refused } from '../../../testing/fake-server.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { sessionAs } from '../../testing/sessions.ts';

type Replies = Parameters<typeof fakePortal>[0];

const ana = portalResources.users.get.example.reply as PortalUserDetails;
const [listed] = (portalResources.users.list.example.reply as { users: PortalUser[] }).users;
if (!listed) throw new Error('The example lists no user.');
const userOf = (id: string, members: Partial<PortalUser> = {}): PortalUser => ({ ...listed, id, ...members });

function open(path: string, replies: Replies = {}) {
  const platform = fakePortal(replies);
  return { platform, user: openPortal(platform, path) };
}
const openAna = (users: Replies = {}) => open(`/users/${ana.id}`, users);
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const factOf = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).parentElement?.querySelector('dd')?.textContent;
const rows = () => screen.getAllByRole('row').slice(1);

describe('the list of users', () => {
  it('shows name, application and state of users', async () => {
    const rui = userOf('rui', { name: 'Rui', state: 'inactive', last_seen: null });
    open('/users', { users: { list: { users: [listed, rui], next: null } } });
    await screen.findByRole('link', { name: 'Rui' });
    expect(rows()[0]?.textContent).toMatch(/Ana Marques.*ana@example\.org.*Casa Azul/);
    expect(rows()[0]?.textContent).not.toContain('Disabled');
    expect(rows()[1]?.textContent).toMatch(/Disabled.*never/);
  });

  it('searches for what is typed, without the spaces around it', async () => {
    const { platform, user } = open('/users');
    await user.type(await screen.findByRole('textbox', { name: 'Search users' }), ' ana ');
    await expect.poll(() => platform.sent('users.list').at(-1)?.query).toEqual({ search: 'ana' });
    expect(await screen.findByText('1 found')).toBeTruthy();
  });

  it('limits users to an application and a state', async () => {
    const { platform, user } = open('/users');
    await chooseOption(user, 'Application', 'Casa Azul');
    await chooseOption(user, 'State', 'Disabled');
    await expect
      .poll(() => platform.sent('users.list').at(-1)?.query)
      .toEqual({ application_id: ana.application.id, state: 'inactive' });
  });

  it('begins with the application of the address', async () => {
    const { platform } = open('/users?application=app-1');
    await screen.findByRole('link', { name: 'Ana Marques' });
    expect(platform.sent('users.list')[0]?.query).toEqual({ application_id: 'app-1' });
  });

  it('adds the next page of users', async () => {
    const { platform, user } = open('/users', {
      users: {
        list: ({ query }) =>
          query['after'] === undefined
            ? { users: [listed], next: 'cursor-2' }
            : { users: [userOf('eva', { name: 'Eva' })], next: null },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByRole('link', { name: 'Eva' });
    expect(rows()).toHaveLength(2);
    expect(platform.sent('users.list').at(-1)?.query).toEqual({ after: 'cursor-2' });
  });

  it.each([
    ['/users', 'No users yet'],
    ['/users?application=app-1', 'No matching users'],
  ])('says at %s that the list of users is empty', async (path, title) => {
    open(path, { users: { list: { users: [], next: null } } });
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  });

  it('shows why the users cannot be read', async () => {
    open('/users', { users: { list: refused(500, 1000, { text: 'The platform has a problem.' }) } });
    expect(await screen.findByText('The platform has a problem.')).toBeTruthy();
  });
});

describe('the page of a user', () => {
  it('shows the main facts of a user', async () => {
    openAna();
    await screen.findByRole('heading', { level: 1, name: 'Ana Marques' });
    expect([await factOf('Devices'), await factOf('Tiles'), await factOf('Units')]).toEqual([
      '4',
      '5',
      'metric',
    ]);
    expect(screen.getByDisplayValue(ana.id)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Casa Azul' }).getAttribute('href')).toBe(
      `/portal/applications/${ana.application.id}`,
    );
  });

  it('says that a user was never seen', async () => {
    openAna({ users: { get: { ...ana, last_seen: null } } });
    expect(await factOf('Last seen')).toBe('Never');
  });

  it('says that a user does not exist', async () => {
    openAna({ users: { get: refused(404, 2102, { text: 'Not found, or not visible to you.' }) } });
    expect(await screen.findByText('Not found, or not visible to you.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('offers a viewer no change', async () => {
    openAna({ session: { get: sessionAs('viewer') } });
    await section('Sessions');
    for (const name of ['Home', 'New password', 'Data, disable and delete'])
      expect(screen.queryByRole('region', { name })).toBeNull();
  });

  it('downloads the data from the platform', async () => {
    openAna();
    const link = (await section('Data, disable and delete')).getByRole('link', { name: 'Download data' });
    expect(link.getAttribute('href')).toBe(`/portal/api/users/${ana.id}/export`);
  });

  it('disables the user after confirming it', async () => {
    const { platform, user } = openAna();
    await user.click((await section('Data, disable and delete')).getByRole('button', { name: 'Disable…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable Ana Marques?' }));
    expect(platform.sent('users.setState')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Disable' }));
    await screen.findByText('Ana Marques is disabled.');
    expect(platform.bodies('users.setState')).toEqual([{ state: 'inactive' }]);
  });

  it('enables a disabled user, for whom no password link can be created before', async () => {
    const { platform, user } = openAna({ users: { get: { ...ana, state: 'inactive' } } });
    const password = await section('New password');
    expect(password.getByRole<HTMLButtonElement>('button', { name: 'Create link' }).disabled).toBe(true);
    await user.click((await section('Data, disable and delete')).getByRole('button', { name: 'Enable' }));
    await screen.findByText('Ana Marques can sign in again.');
    expect(platform.bodies('users.setState')).toEqual([{ state: 'active' }]);
  });

  it('creates a password link, which is shown once', async () => {
    const { user } = openAna();
    const password = await section('New password');
    await user.click(password.getByRole('button', { name: 'Create link' }));
    const field = await password.findByLabelText<HTMLTextAreaElement>('Password link');
    expect(field.value).toBe('https://home.example.org/reset-password#azl_k3j9x0m2q7ab');
    expect(password.getByRole('button', { name: 'Create another link' })).toBeTruthy();
  });

  it('shows why a password link was refused', async () => {
    const { user } = openAna({ users: { resetLink: refused(429, 2301, { text: 'Too many links.' }) } });
    const password = await section('New password');
    await user.click(password.getByRole('button', { name: 'Create link' }));
    expect(await password.findByText('Too many links.')).toBeTruthy();
  });
});

describe('the deletion of a user', () => {
  async function ask(replies: Replies = {}) {
    const opened = openAna(replies);
    const endings = await section('Data, disable and delete');
    await opened.user.click(endings.getByRole('button', { name: 'Delete…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Ana Marques?' }));
    const remove = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    return { ...opened, dialog, remove };
  }

  it('names what the deletion of a user deletes and what stays', async () => {
    const { dialog } = await ask();
    expect(await dialog.findByText('Ends at once: 2 sessions.')).toBeTruthy();
    expect(dialog.getByText(/3 devices that only this user has.*5 tiles, 1 place, 2 pictures/)).toBeTruthy();
    expect(dialog.getByText('Stays with other users: 1 device.')).toBeTruthy();
  });

  it('needs the e-mail of the user, in any case', async () => {
    const { user, dialog, remove, platform } = await ask();
    const field = dialog.getByLabelText(`Type ${ana.email} to delete the user`);
    await user.type(field, 'rui@example.org{Enter}');
    expect(remove().disabled).toBe(true);
    await user.clear(field);
    await user.type(field, 'ANA@example.org');
    await user.click(remove());
    await screen.findByText('Ana Marques is deleted.');
    expect(platform.bodies('users.remove')).toEqual([{ email: 'ANA@example.org' }]);
    expect(screen.getByRole('heading', { level: 1, name: 'Users' })).toBeTruthy();
  });

  it('polls until the platform has finished', async () => {
    const replies = [{ done: false }, { done: false }, { done: true }];
    const { user, dialog, remove, platform } = await ask({
      users: { remove: () => replies.shift() ?? refused(404, 2102) },
    });
    await user.type(dialog.getByRole('textbox'), ana.email);
    await user.click(remove());
    await screen.findByText('Ana Marques is deleted.');
    expect(platform.sent('users.remove')).toHaveLength(3);
  });

  it('shows in the dialog why the deletion was refused', async () => {
    const { user, dialog, remove } = await ask({
      users: { remove: refused(409, 3100, { text: 'The user is being exported.' }) },
    });
    await user.type(dialog.getByRole('textbox'), ana.email);
    await user.click(remove());
    expect(await dialog.findByText('The user is being exported.')).toBeTruthy();
  });
});

describe('the sessions of a user', () => {
  const session = (id: string, members: object = {}) => ({
    id,
    address: '192.0.2.7',
    type: 'password' as const,
    created: '2026-01-02T03:04:05.678+0000',
    last_used: '2026-01-03T03:04:05.678+0000',
    shared: null,
    ...members,
  });
  const withSessions = (...sessions: ReturnType<typeof session>[]) =>
    openAna({ users: { sessions: { sessions, total: sessions.length } as never } });

  it('shows a sentence when a user has no sessions', async () => {
    openAna();
    expect(await (await section('Sessions')).findByText('No sessions.')).toBeTruthy();
  });

  it('lists sessions with their address and type, and counts them when they are many', async () => {
    openAna({
      users: { sessions: { sessions: [session('1'), session('2', { address: null })], total: 5 } as never },
    });
    const list = await section('Sessions');
    const [first, second] = await list.findAllByRole('listitem');
    expect(first?.textContent).toContain('192.0.2.7Password · last used');
    expect(second?.textContent).toContain('Address unknown');
    expect(list.getByText('And 3 used less recently.')).toBeTruthy();
  });

  it('warns of a second address that refreshes the same session', async () => {
    withSessions(session('1', { shared: { address: '198.51.100.9', at: '2026-01-04T03:04:05.678+0000' } }));
    expect(await screen.findByText(/Also refreshed from 198\.51\.100\.9/)).toBeTruthy();
  });

  it('ends one session of a user', async () => {
    const { platform, user } = withSessions(session('session-1'));
    await user.click(await screen.findByRole('button', { name: 'Sign out the session from 192.0.2.7' }));
    await screen.findByText('The session was ended.');
    expect(platform.sent('users.endSession')[0]?.call).toMatch(/\/sessions\/session-1$/);
    expect(screen.queryByRole('button', { name: 'Sign out everywhere…' })).toBeNull();
  });

  it('ends all sessions of a user after confirming it', async () => {
    const { platform, user } = withSessions(session('1'), session('2'));
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign Ana Marques out everywhere?' }));
    expect(platform.sent('users.endSessions')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Sign out' }));
    await screen.findByText('Ana Marques is signed out everywhere.');
    expect(platform.sent('users.endSessions')).toHaveLength(1);
  });

  it('does not let a viewer end sessions', async () => {
    openAna({
      session: { get: sessionAs('viewer') },
      users: { sessions: { sessions: [session('1'), session('2')], total: 2 } as never },
    });
    await (await section('Sessions')).findAllByRole('listitem');
    expect(screen.queryByRole('button', { name: /^Sign out/ })).toBeNull();
  });
});
