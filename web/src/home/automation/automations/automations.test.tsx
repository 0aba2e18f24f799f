import type { Automation, AutomationVersion } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, unreachable } from '../../../testing/fake-server.ts';
import { fakeHome } from '../../testing/fake-home.ts';
import { type HomeReplies, openHome, signIn } from '../../testing/open-home.tsx';

const definition: Automation['definition'] = {
  label: 'Hall light at night',
  when: [{ kind: 'time', id: 't1', time: { at: '07:00' } }],
  then: [{ kind: 'wait', id: 's1', wait: 'PT1M' }],
};
const hall: Automation = {
  id: 'hall',
  definition,
  enabled: true,
  version: 1,
  origin: 'web',
  sentence: 'At 7:00 AM, wait 1 minute.',
  health: 'fine',
  problems: [],
  created: '2026-01-02T03:04:05.678+0000',
  updated: '2026-01-02T03:04:05.678+0000',
  _rev: '1-a',
};
const porch: Automation = {
  ...hall,
  id: 'porch',
  definition: { ...definition, label: 'Porch light' },
  enabled: false,
  health: 'off',
};

function open(replies: HomeReplies = {}, path = '/automations') {
  signIn();
  const platform = fakeHome({
    automations: { list: { elements: [hall, porch] }, get: hall },
    automationVersions: { list: { elements: [] } },
  });
  platform.reply(replies);
  return { platform, ...openHome(platform, path) };
}

const openOne = (replies: HomeReplies = {}) => open(replies, '/automations/hall');
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const toggle = (name: string) => screen.findByRole('switch', { name });

describe('the page of automations', () => {
  it('lists each automation in words, those that need a look first', async () => {
    const stopped: NonNullable<Automation['stopped']> = {
      at: '2026-01-02T09:12:00.000+0000',
      why: 'runs-per-minute',
      limit: 60,
      chain: [],
    };
    const freezer: Automation = {
      ...hall,
      id: 'freezer',
      definition: { ...definition, label: 'Freezer too warm' },
      health: 'invalid',
      problems: ['when[0]', 'when[1]'].map((path) => ({
        path,
        code: 'unknown_property',
        text: 'Freezer is gone.',
        severity: 'error',
      })),
    };
    const attic: Automation = { ...freezer, id: 'attic', health: 'incomplete' };
    const blind: Automation = { ...porch, id: 'blind', health: 'stopped', stopped };
    open({
      automations: {
        list: { elements: [hall, freezer, attic, porch, { ...hall, id: 'late', health: 'failing' }, blind] },
      },
    });
    const needingAttention = await section('Need a look');
    expect(needingAttention.getByText('3 on, 1 off')).toBeTruthy();
    expect(needingAttention.getAllByText('Freezer is gone.')).toHaveLength(2);
    expect(needingAttention.getByText('So it does not run.')).toBeTruthy();
    expect(needingAttention.getByText('Its other parts still run.')).toBeTruthy();
    expect(needingAttention.getByText('The last run did not do all of its steps.')).toBeTruthy();
    expect(
      needingAttention.getByText(/^Switched off \(.+\), because it ran more than 60 times in a minute\.$/),
    ).toBeTruthy();
    const working = await section('Working');
    expect(working.getByText('1 on, 1 off')).toBeTruthy();
    expect(working.getAllByText('At 7:00 AM, wait 1 minute.')).toHaveLength(2);
    expect(working.getByRole('link', { name: 'Porch light' }).getAttribute('href')).toBe(
      '/home/automations/porch',
    );
  });

  it('explains why an automation was stopped, with the chain that led to it, and asks before it is switched on again', async () => {
    const stopped = { at: '2026-01-02T09:12:00.000+0000', why: 'chain', limit: 16 } as const;
    const blind: Automation = {
      ...porch,
      health: 'stopped',
      stopped: { ...stopped, chain: ['hall', 'porch', 'hall'] },
    };
    const { user, platform } = open({
      automations: { list: { elements: [hall, blind] }, update: () => new Promise(() => {}) },
    });
    const needingAttention = await section('Need a look');
    expect(
      needingAttention.getByText(/because automations started each other again and again\.$/),
    ).toBeTruthy();
    const story = within(needingAttention.getByRole('list', { name: 'What led to this' }));
    expect(story.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'Hall light at night',
      'Porch light',
      'Hall light at night',
      '… and so again',
    ]);
    await user.click(needingAttention.getByRole('switch', { name: 'Porch light' }));
    const question = within(await screen.findByRole('dialog', { name: 'Did you change something?' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(platform.sent('automations.update')).toEqual([]);
    await user.click(needingAttention.getByRole('button', { name: 'Switch on again' }));
    const again = within(await screen.findByRole('dialog', { name: 'Did you change something?' }));
    await user.click(again.getByRole('button', { name: 'Switch on again' }));
    expect(await screen.findByRole('switch', { name: 'Porch light', checked: true })).toBeTruthy();
    expect(platform.bodies('automations.update')).toEqual([{ enabled: true }]);
  });

  it('says when an automation ran last and runs next', async () => {
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().replace('Z', '+0000');
    open({ automations: { list: { elements: [{ ...hall, last_run: at(-1), next: at(1) }, porch] } } });
    expect(await screen.findByText(/^Last run: Yesterday \d/)).toBeTruthy();
    expect(screen.getByText(/^Next run: Tomorrow \d/)).toBeTruthy();
    expect(screen.getByText('It has not run yet')).toBeTruthy();
  });

  it('switches an automation off at once', async () => {
    const { user, platform } = open({ automations: { update: () => new Promise(() => {}) } });
    await user.click(await toggle('Hall light at night'));
    expect(await screen.findByRole('switch', { name: 'Hall light at night', checked: false })).toBeTruthy();
    expect(platform.bodies('automations.update')).toEqual([{ enabled: false }]);
  });

  it('switches an automation back and says why when the platform refuses', async () => {
    const { user } = open({ automations: { update: refused(503, 9000) as never } });
    await user.click(await toggle('Porch light'));
    expect(await screen.findByText('Error 9000.')).toBeTruthy();
    expect(await screen.findByRole('switch', { name: 'Porch light', checked: false })).toBeTruthy();
  });

  it('switches an automation back and says why when the platform cannot be reached', async () => {
    const { user, platform } = open();
    const porch = await toggle('Porch light');
    platform.reply({ automations: { list: unreachable, update: unreachable } });
    await user.click(porch);
    expect(await screen.findByText(/^The platform cannot be reached\./)).toBeTruthy();
    expect(await screen.findByRole('switch', { name: 'Porch light', checked: false })).toBeTruthy();
  });

  it('says that there are no automations', async () => {
    open({ automations: { list: { elements: [] } } });
    expect(await screen.findByText('Nothing runs by itself yet')).toBeTruthy();
  });

  it('says that automations are not available when the home cannot be reached', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { user, platform } = open({ automations: { list: unreachable as never } });
    expect(await screen.findByText('Not available offline')).toBeTruthy();
    platform.reply({ automations: { list: { elements: [hall] } } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('At 7:00 AM, wait 1 minute.')).toBeTruthy();
  });
});

describe('the page of one automation', () => {
  it('shows the sentence, the switch and the problems of an automation', async () => {
    const problems = [
      { path: '', code: 'never_true', text: 'It can never happen.', severity: 'warning' },
    ] as const;
    const { user, platform } = openOne({ automations: { get: { ...hall, problems: [...problems] } } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Hall light at night' })).toBeTruthy();
    expect(screen.getByText('At 7:00 AM, wait 1 minute.')).toBeTruthy();
    expect(screen.getByText('It can never happen.')).toBeTruthy();
    await user.click(await toggle('Hall light at night'));
    await expect.poll(() => platform.bodies('automations.update')).toEqual([{ enabled: false }]);
  });

  it('opens the sheet of the place from a problem that asks where home is', async () => {
    const problems = [
      { path: '', code: 'no_position', text: 'Say where home is, for the sun.', severity: 'error' },
    ] as const;
    const { user } = openOne({ automations: { get: { ...hall, problems: [...problems] } } });
    await screen.findByText('Say where home is, for the sun.');
    await user.click(screen.getByRole('button', { name: 'Where is your home?' }));
    expect(await screen.findByRole('dialog', { name: 'Where is your home?' })).toBeTruthy();
  });

  it('restores an earlier version of an automation, and says why when it cannot', async () => {
    const version = (number: number): AutomationVersion => ({
      ...hall,
      version: number,
      sentence: `Sentence ${number}.`,
    });
    const { user, platform } = openOne({
      automations: { get: { ...hall, version: 3 } },
      automationVersions: {
        list: { elements: [version(3), version(2), version(1)] },
        restore: ({ call }) => (call.includes('/1/') ? (refused(422, 2110) as never) : hall),
      },
    });
    const versions = await section('Earlier versions');
    expect(versions.queryByText('Sentence 3.')).toBeNull();
    await user.click(versions.getByRole('button', { name: 'Restore version 1' }));
    expect(await versions.findByText('Error 2110.')).toBeTruthy();
    await user.click(versions.getByRole('button', { name: 'Restore version 2' }));
    expect(await screen.findByText('Version 2 is restored.')).toBeTruthy();
    expect(platform.sent('automationVersions.restore').map(({ call }) => call)).toEqual([
      'POST /v3/users/me/automations/hall/versions/1/restore',
      'POST /v3/users/me/automations/hall/versions/2/restore',
    ]);
  });

  const choose = async ({ user }: ReturnType<typeof open>, item: string) => {
    await user.click(await screen.findByRole('button', { name: 'Change this automation' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };

  it('renames an automation in the dialog', async () => {
    const page = openOne();
    await choose(page, 'Rename');
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename' }));
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await page.user.clear(name);
    await page.user.type(name, ' Night light ');
    await page.user.click(dialog.getByRole('button', { name: 'Rename' }));
    await expect.poll(() => page.platform.bodies('automations.update')).toEqual([{ label: 'Night light' }]);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('duplicates an automation, and switches the copy off', async () => {
    const page = openOne({ automations: { create: { ...porch, id: 'copy' } } });
    await choose(page, 'Duplicate');
    expect(await screen.findByText('Duplicated. The copy is switched off.')).toBeTruthy();
    expect(page.platform.bodies('automations.create')).toEqual([
      { ...definition, label: 'Hall light at night (copy)', enabled: false },
    ]);
    await expect.poll(() => window.location.pathname).toBe('/home/automations/copy');
  });

  it('deletes an automation after a question', async () => {
    const page = openOne();
    await choose(page, 'Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Hall light at night?' }));
    page.platform.reply({ automations: { list: { elements: [porch] } } });
    await page.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await expect.poll(() => window.location.pathname).toBe('/home/automations');
    expect(page.platform.sent('automations.remove')[0]?.call).toBe('DELETE /v3/users/me/automations/hall');
    expect(await screen.findByRole('link', { name: 'Porch light' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Hall light at night' })).toBeNull();
  });

  it('says that an automation does not exist', async () => {
    openOne({ automations: { get: refused(404, 2102) as never } });
    expect(await screen.findByText('Error 2102.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to automations' })).toBeTruthy();
  });
});
