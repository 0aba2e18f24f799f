import { type PortalUserAutomation, type PortalUserDetails, portalResources } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal } from '../../testing/fake-portal.ts';
import { openPortal } from '../../testing/open-portal.tsx';

const ana = portalResources.users.get.example.reply as PortalUserDetails;

function show(automations: readonly PortalUserAutomation[]): void {
  openPortal(fakePortal({ users: { automations: { automations: [...automations] } } }), `/users/${ana.id}`);
}

const section = async () => within(await screen.findByRole('region', { name: 'Automations' }));

describe('the automations of a user', () => {
  const automation = (members: Partial<PortalUserAutomation>): PortalUserAutomation => ({
    id: members.name ?? '',
    name: '',
    health: 'fine',
    problems: [],
    stopped: null,
    last_run: null,
    next: null,
    ...members,
  });

  it('shows a sentence when a user has no automations', async () => {
    show([]);
    expect(await (await section()).findByText('No automations.')).toBeTruthy();
  });

  it('lists automations of a user with their health, their last run and what is wrong with them', async () => {
    const at = '2026-01-03T03:04:05.678+0000';
    const automations = [
      automation({ name: 'Hall light', last_run: at }),
      automation({
        name: 'Fan',
        health: 'stopped',
        stopped: { at, why: 'runs-per-minute', limit: 60, chain: [] },
      }),
      automation({ name: 'Blinds', health: 'invalid', problems: ['The device is gone.'] }),
    ];
    show(automations);
    const rows = await (await section()).findAllByRole('listitem');
    expect(rows[0]?.textContent).toMatch(/^Hall lightLast run .*Runs$/);
    expect(rows[1]?.textContent).toMatch(/^FanHas not run yet.*switched off.*Stopped by the platform$/);
    expect(rows[2]?.textContent).toMatch(/The device is gone\.Cannot run$/);
  });
});
