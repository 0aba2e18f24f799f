import { type PortalOverview, portalResources } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused } from '../../testing/fake-server.ts';
import { fakePortal } from '../testing/fake-portal.ts';
import { openPortal } from '../testing/open-portal.tsx';
import { sessionAs } from '../testing/sessions.ts';

const overview = portalResources.applications.overview.example.reply as PortalOverview;

function open(replies: Parameters<typeof fakePortal>[0] = {}) {
  const platform = fakePortal(replies);
  return { platform, user: openPortal(platform, '/') };
}
const numberOf = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).nextElementSibling?.textContent;
const health = async () => within(await screen.findByRole('region', { name: 'Health' }));

describe('the overview', () => {
  it('shows who is signed in, and the counts of the overview', async () => {
    open();
    await screen.findByText('Signed in as Rui Costa, an owner.');
    const shown = ['Users', 'Channels', 'Connected now'].map(numberOf);
    expect(await Promise.all(shown)).toEqual(['42', '120', '17']);
  });

  it('says that there are more channels than were counted', async () => {
    open({ applications: { overview: { ...overview, more_channels: true } } });
    expect(await numberOf('Channels')).toBe('120+');
  });

  it('shows the first steps, with a link for those that are not done', async () => {
    open();
    const steps = within(await screen.findByRole('region', { name: 'First steps' }));
    expect(steps.getAllByText('(done)', { exact: false })).toHaveLength(2);
    expect(steps.getByRole('link').getAttribute('href')).toBe('/portal/virtual-devices');
  });

  it.each([
    ['when all are done', { applications: { overview: { ...overview, first_steps: allDone() } } }],
    ['to a viewer', { session: { get: sessionAs('viewer') } }],
  ])('shows no first steps %s', async (_when, replies) => {
    open(replies as Parameters<typeof fakePortal>[0]);
    await numberOf('Users');
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });

  it('shows the checks that need attention', async () => {
    open();
    expect(await (await health()).findByText('640 MB free')).toBeTruthy();
    expect((await health()).getByRole('img', { name: 'Needs attention' })).toBeTruthy();
  });

  it('says that all checks are good', async () => {
    const check = { check: 'Disk', state: 'good' as const, says: '64 GB free' };
    open({
      monitoring: { health: { version: '0.1.0', started: at, now: at, checks: [check, check] } },
    });
    expect(await (await health()).findByText('All 2 checks are good.')).toBeTruthy();
  });

  it('shows the rest when one part cannot be read', async () => {
    open({ monitoring: { health: refused(500, 1000, { text: 'The checks failed.' }) } });
    await (await health()).findByText('The checks failed.');
    expect(await numberOf('Users')).toBe('42');
  });

  it('links to the documentation', async () => {
    open();
    const links = within(await screen.findByRole('region', { name: 'Documentation' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/docs',
      '/docs/live',
      '/openapi.json',
      '/home',
    ]);
  });
});

const at = '2026-01-02T03:04:05.678+0000';
function allDone() {
  return { application: true, user: true, device: true };
}
