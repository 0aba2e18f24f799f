import { type PortalCheck, portalResources } from '@azulejo/contract';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refused } from '../../../../testing/fake-server.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { openPortal } from '../../../testing/open-portal.tsx';

type Health = { version: string; started: string; now: string; checks: PortalCheck[] };

const example = portalResources.monitoring.health.example.reply as Health;
const wireTime = (time: number) => new Date(time).toISOString().replace('Z', '+0000');
const healthWith = (checks: PortalCheck[], now = Date.now()): Health => ({
  ...example,
  now: wireTime(now),
  checks,
});
const good: PortalCheck = { check: 'Database', state: 'good', says: 'answers in < 0.1 ms' };
const bad: PortalCheck = { check: 'Disk', state: 'bad', says: 'no space left', todo: 'make room' };
const attention: PortalCheck = { check: 'Backup', state: 'attention', says: 'three days old' };

async function open(health: Health | Response) {
  const platform = fakePortal({ monitoring: { health } });
  const user = openPortal(platform, '/health');
  await screen.findByRole('heading', { level: 1, name: 'Health' });
  return { platform, user };
}
const checks = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);

// The clocks are compared when the reply arrives, which is a moment later on a busy machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

describe('the health page', () => {
  it('shows problems first, with what to do', async () => {
    await open(healthWith([good, attention, bad]));
    await screen.findByText('1 is bad, 1 needs attention');
    const shown = (await checks()).filter((text) => /^(Database|Disk|Backup|Clock)/.test(text ?? ''));
    expect(shown).toEqual([
      'DiskBadNo space leftMake room.',
      'BackupNeeds attentionThree days old',
      'DatabaseGoodAnswers in < 0.1 ms',
      'ClockGoodSame as on this device',
    ]);
  });

  it.each([
    [[good], 'All is well'],
    [[bad, bad], '2 are bad'],
    [[attention, attention], '2 need attention'],
  ])('summarizes the checks %o', async (list, summary) => {
    await open(healthWith(list.map((check, n) => ({ ...check, check: `${check.check} ${n}` }))));
    expect(await screen.findByText(summary)).toBeTruthy();
  });

  it.each([
    ['ahead of', 600_000],
    ['behind', -600_000],
  ])('says that the clock of the platform is %s this one', async (word, difference) => {
    await open(healthWith([good], Date.now() + difference));
    expect(await screen.findByText(new RegExp(`600 s ${word} this device`))).toBeTruthy();
  });

  it('runs the checks again on request', async () => {
    const { platform, user } = await open(healthWith([bad]));
    await screen.findByText('1 is bad');
    platform.reply({ monitoring: { health: healthWith([good]) } });
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText('All is well')).toBeTruthy();
  });

  it('shows why the checks cannot be read', async () => {
    await open(refused(500, 1000, { text: 'The platform has a problem.' }));
    expect(await screen.findByText('The platform has a problem.')).toBeTruthy();
  });
});
