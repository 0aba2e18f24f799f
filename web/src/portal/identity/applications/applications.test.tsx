import { examplePortalSession, type PortalApplicationDetail, portalResources } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused } from '../../../testing/fake-server.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { deletionSentences, disablingSentences } from './consequences.tsx';

const detail = portalResources.applications.get.example.reply as PortalApplicationDetail;
const viewer = {
  ...examplePortalSession,
  account: { ...examplePortalSession.account, role: 'viewer' },
} as const;
const nothing = { applications: [], total: 0, next: null } as never;

describe('the list of applications', () => {
  it('searches applications while typing, and by type', async () => {
    const platform = fakePortal();
    const user = openPortal(platform, '/applications');
    await user.type(await screen.findByLabelText('Search applications'), ' casa ');
    await expect.poll(() => platform.sent('applications.list').at(-1)?.query['search']).toBe('casa');
  });

  it('says that a search finds nothing', async () => {
    const platform = fakePortal({ applications: { list: nothing } });
    const user = openPortal(platform, '/applications');
    await screen.findByRole('heading', { name: 'No applications yet' });
    await user.type(screen.getByLabelText('Search applications'), 'x');
    await screen.findByRole('heading', { name: 'No matching applications' });
  });

  it('offers a viewer no new application', async () => {
    const platform = fakePortal({ session: { get: viewer }, applications: { list: nothing } });
    openPortal(platform, '/applications');
    await screen.findByRole('heading', { name: 'No applications yet' });
    expect(screen.queryByRole('link', { name: 'New application' })).toBeNull();
  });
});

describe('a new application', () => {
  it('registers an application, and shows its secret once', async () => {
    const platform = fakePortal();
    const user = openPortal(platform, '/applications/new');
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Casa Azul');
    await user.click(screen.getByRole('button', { name: 'Register' }));
    const { client_secret: secret } = portalResources.applications.create.example.reply as {
      client_secret: string;
    };
    expect(await screen.findByDisplayValue(secret)).toBeTruthy();
    expect(screen.getByText('Copy the secret now')).toBeTruthy();
    expect(platform.bodies('applications.create')).toEqual([{ name: 'Casa Azul', type: 'mobile' }]);
  });

  it('requires a name for a new application', async () => {
    const platform = fakePortal();
    const user = openPortal(platform, '/applications/new');
    await user.click(await screen.findByRole('button', { name: 'Register' }));
    await screen.findByText('Give it a name');
    expect(platform.sent('applications.create')).toEqual([]);
  });

  it('shows why a new application was refused', async () => {
    const platform = fakePortal({
      applications: { create: refused(409, 3000, { text: 'Quota exceeded.' }) },
    });
    const user = openPortal(platform, '/applications/new');
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Casa');
    await user.click(screen.getByRole('button', { name: 'Register' }));
    await screen.findByText('Quota exceeded.');
  });

  it('does not offer a new application to a viewer', async () => {
    const platform = fakePortal({ session: { get: viewer } });
    openPortal(platform, '/applications/new');
    await screen.findByText('Your role can view applications but not register them.');
    expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
  });

  it('asks before what was typed is lost', async () => {
    const platform = fakePortal();
    const user = openPortal(platform, '/applications/new');
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Casa');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(dialog.getByRole('button', { name: 'Stay' }));
    expect(screen.getByDisplayValue('Casa')).toBeTruthy();
  });
});

describe('the settings of an application', () => {
  it('shows at its field why the platform refuses a value', async () => {
    const update = refused(400, 1000, { errors: [{ field: 'app_scheme', reason: 'is taken' }] });
    const user = openPortal(fakePortal({ applications: { update } }), `/applications/${detail.client_id}`);
    const scheme = await screen.findByRole('textbox', { name: 'App scheme' });
    await user.type(scheme, 'x');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Is taken');
    expect(scheme.getAttribute('aria-invalid')).toBe('true');
  });

  it('offers a viewer no controls but copying', async () => {
    openPortal(fakePortal({ session: { get: viewer } }), `/applications/${detail.client_id}`);
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect(name.closest('fieldset')?.disabled).toBe(true);
    const buttons = within(screen.getByRole('main')).getAllByRole('button');
    expect(buttons.map((each) => each.getAttribute('aria-label') ?? each.textContent)).toEqual(
      buttons.map(() => expect.stringMatching(/^Copy/)),
    );
  });
});

describe('the secret of an application', () => {
  it('replaces the secret of an application after confirming it, and then shows it', async () => {
    const platform = fakePortal({
      applications: { get: detail, rotateSecret: { application: detail, client_secret: 'azs_new' } as never },
    });
    const user = openPortal(platform, `/applications/${detail.client_id}`);
    await user.click(await screen.findByRole('button', { name: 'New secret…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a new client secret?' }));
    expect(platform.sent('applications.rotateSecret')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Create new secret' }));
    expect(await screen.findByDisplayValue('azs_new')).toBeTruthy();
  });

  it('keeps what is typed while its settings are saved', async () => {
    const reply = Promise.withResolvers<never>();
    const platform = fakePortal({ applications: { update: () => reply.promise } });
    const user = openPortal(platform, `/applications/${detail.client_id}`);
    const scheme = await screen.findByRole('textbox', { name: 'App scheme' });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' 2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.clear(scheme);
    await user.type(scheme, 'casa');
    reply.resolve({ ...detail, name: `${detail.name} 2`, origins: ['https://new.example'] } as never);
    await screen.findByDisplayValue('https://new.example');
    expect(scheme).toHaveProperty('value', 'casa');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => platform.bodies('applications.update').at(-1)).toEqual({ app_scheme: 'casa' });
  });

  it('says until when the earlier secret works, and ends it', async () => {
    const application = { ...detail, previous_secret_expires: '2026-01-03T03:04:05.678+0000' };
    const platform = fakePortal({ applications: { get: application } });
    const user = openPortal(platform, `/applications/${detail.client_id}`);
    await screen.findByText('The earlier secret works until 3 Jan 2026, 03:04:05.');
    await user.click(screen.getByRole('button', { name: 'Revoke the earlier secret now' }));
    await screen.findByText('The earlier secret no longer works.');
    expect(platform.sent('applications.endOverlap')).toHaveLength(1);
  });
});

describe('consequences of deleting and disabling', () => {
  const none = {
    users: 0,
    sign_ins: 0,
    channels: 0,
    devices: 0,
    tiles: 0,
    others_channels: 0,
    at_least: [],
  } as unknown as Parameters<typeof deletionSentences>[0];

  it('shows no consequences of deleting where nothing depends on the application', () => {
    expect(deletionSentences(none)).toEqual([]);
  });

  it('names the consequences of deleting by numbers in plain words', () => {
    expect(deletionSentences({ ...none, users: 1, sign_ins: 2, tiles: 1, devices: 3 })).toEqual([
      '1 user, with preferences, places and pictures, is deleted.',
      '2 sign-ins end.',
      '3 devices can no longer sign in.',
      '1 tile is removed from people’s homes.',
    ]);
  });

  it('says that a number was not counted to its end', () => {
    expect(deletionSentences({ ...none, users: 10_000, at_least: ['users'] })[0]).toBe(
      '10,000 or more users, with preferences, places and pictures, are deleted.',
    );
  });

  it('says what stays when an application is disabled', () => {
    expect(disablingSentences(none)).toEqual(['No one can sign in.', 'Devices, tiles and values stay.']);
    expect(disablingSentences({ ...none, users: 2, sign_ins: 1 })[1]).toBe(
      '1 sign-in stops working at once, also over MQTT, until it is enabled.',
    );
  });
});
