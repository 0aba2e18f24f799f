import type { AutomationTemplate, Rehearsal } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused } from '../../../../testing/fake-server.ts';
import { fakeHome } from '../../../testing/fake-home.ts';
import { type HomeReplies, openHome, signIn } from '../../../testing/open-home.tsx';

const template = (id: string): AutomationTemplate => ({
  id,
  title: `Ready ${id}`,
  definition: {
    label: `Ready ${id}`,
    when: [{ kind: 'time', id: 't1', time: { at: '07:00' } }],
    then: [{ kind: 'wait', id: 's1', wait: 'PT1M' }],
  },
  sentence: `Sentence of ${id}.`,
});
const six = ['a', 'b', 'c', 'd', 'e', 'f'].map(template);
const counted = (count: number): Rehearsal => ({
  type: 'result',
  timezone: 'UTC',
  count,
  runs: [],
  days: [],
  misses: [],
  coverage: {
    from: '2026-03-01T10:00:00.000+0000',
    to: '2026-03-08T10:00:00.000+0000',
    events: 1,
    is_truncated: false,
    left_out: 0,
    gaps: [],
    without_values: [],
  },
});

function open(path: string, replies: HomeReplies = {}) {
  signIn();
  const platform = fakeHome({
    automations: { list: { elements: [] }, templates: { elements: six } },
    rehearsals: { create: counted(3) },
  });
  platform.reply(replies);
  return { platform, ...openHome(platform, path) };
}

const cardOf = async (title: string) => {
  const card = (await screen.findByRole('heading', { name: title })).closest('li');
  return within(card as HTMLElement);
};

describe('the gallery of ready automations', () => {
  it('shows each ready automation with its sentence and its count, requested one after the other', async () => {
    let [active, most, requestCount] = [0, 0, 0];
    open('/automations/templates', {
      rehearsals: {
        create: async () => {
          active += 1;
          most = Math.max(most, active);
          await Promise.resolve();
          active -= 1;
          requestCount += 1;
          return counted(requestCount - 1);
        },
      },
    });
    const last = await cardOf('Ready f');
    expect(last.getByText('Sentence of f.')).toBeTruthy();
    expect(screen.getByText('6 that fit your devices. Nothing runs before you save it.')).toBeTruthy();
    expect(await last.findByText('5')).toBeTruthy();
    expect((await cardOf('Ready a')).getByText('Would not have run last week')).toBeTruthy();
    expect([requestCount, most]).toEqual([6, 1]);
  });

  it('continues with the next ready automation when one cannot be counted', async () => {
    let requestCount = 0;
    open('/automations/templates', {
      rehearsals: {
        create: () => {
          requestCount += 1;
          return requestCount === 1 ? refused(422, 2110) : counted(2);
        },
      },
    });
    expect(await (await cardOf('Ready a')).findByText('Cannot look back')).toBeTruthy();
    expect(await (await cardOf('Ready b')).findByText('2')).toBeTruthy();
  });

  it('does not count again when the gallery is opened soon after', async () => {
    const { platform, router } = open('/automations/templates');
    await (await cardOf('Ready f')).findByText('3');
    await router.navigate({ to: '/activity' });
    await screen.findByRole('heading', { name: 'Activity' });
    await router.navigate({ to: '/automations/templates' });
    await (await cardOf('Ready f')).findByText('3');
    expect(platform.sent('rehearsals.create')).toHaveLength(6);
  });

  it('opens the editor with a ready automation, which is stored as made from it', async () => {
    const { user, platform } = open('/automations/templates');
    await user.click(await screen.findByRole('link', { name: 'Use Ready b' }));
    await screen.findByRole('button', { name: '1 minute' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => platform.bodies('automations.create')).toEqual([six[1]?.definition]);
    expect(platform.sent('automations.create')[0]?.query['origin']).toBe('template');
  });

  it('says when no ready automation fits', async () => {
    open('/automations/templates', { automations: { templates: { elements: [] } } });
    expect(await screen.findByText('None of them fits your devices yet')).toBeTruthy();
    const add = screen.getAllByRole('link', { name: 'Add a device' });
    expect(add.map((link) => link.getAttribute('href'))).toContain('/home/add');
  });

  it('shows four ready automations in an empty list of automations', async () => {
    const { platform } = open('/automations');
    const section = within(await screen.findByRole('region', { name: 'Ready for your home' }));
    expect(section.getAllByRole('heading', { level: 3 })).toHaveLength(4);
    expect(section.getByRole('link', { name: 'All ready automations' }).getAttribute('href')).toBe(
      '/home/automations/templates',
    );
    await expect.poll(() => platform.sent('rehearsals.create').length).toBe(4);
  });

  it('shows four ready automations in the editor until something is chosen', async () => {
    const { user } = open('/automations/new');
    const section = within(await screen.findByRole('region', { name: 'Or start from a ready one' }));
    await user.click(section.getByRole('link', { name: 'Use Ready a' }));
    await screen.findByRole('button', { name: '1 minute' });
    expect(screen.queryByRole('region', { name: 'Or start from a ready one' })).toBeNull();
  });
});
