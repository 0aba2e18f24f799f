import type { Automation, AutomationMiss, AutomationMisses, AutomationRun } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused } from '../../../../testing/fake-server.ts';
import { fakeHome } from '../../../testing/fake-home.ts';
import { type HomeReplies, openHome, signIn } from '../../../testing/open-home.tsx';

const hall: Automation = {
  id: 'hall',
  definition: {
    label: 'Hall light at night',
    when: [{ kind: 'time', id: 't1', time: { at: '07:00' } }],
    then: [{ kind: 'wait', id: 's1', wait: 'PT1M' }],
  },
  enabled: true,
  version: 1,
  origin: 'web',
  sentence: 'At 07:00, then wait 1 minute.',
  health: 'fine',
  problems: [],
  created: '2026-01-02T03:04:05.678+0000',
  updated: '2026-01-02T03:04:05.678+0000',
  _rev: '1-a',
};
const stamp = (time: string) => `2026-01-${time}:00.000+0000`;
const run = (time: string, members: Partial<AutomationRun> = {}): AutomationRun => ({
  id: `hall.1.${time}`,
  automation: 'hall',
  version: 1,
  began: stamp(time),
  outcome: 'done',
  start: { by: 'value', trigger: 't1' },
  because: `because motion was seen at ${time.slice(3)}`,
  conditions: [],
  chain: ['hall'],
  ...members,
});
const miss = (time: string, reason: AutomationMiss['reason'], text: string): AutomationMiss => ({
  at: stamp(time),
  reason,
  version: 1,
  text,
  ...(reason === 'condition-false' && { conditions: [{ id: 'c1', text: 'it is dark', is: false }] }),
});
const misses: AutomationMisses = {
  reasons: [
    {
      reason: 'condition-false',
      count: 15,
      hours: [],
      last: [miss('03T11:45', 'condition-false', 'Held back: it was not dark.')],
    },
    {
      reason: 'still-running',
      count: 7,
      hours: [],
      last: [miss('02T17:32', 'still-running', 'It was already running.')],
    },
  ],
};

function open(replies: HomeReplies = {}, search = '') {
  signIn();
  const platform = fakeHome({
    automations: { list: { elements: [hall] }, get: hall },
    automationVersions: { list: { elements: [] } },
    automationRuns: { list: { elements: [run('03T17:31'), run('02T02:10', { outcome: 'partly' })] }, misses },
  });
  platform.reply(replies);
  return { platform, ...openHome(platform, `/automations/hall${search}`) };
}

const history = async () => within(await screen.findByRole('region', { name: /^History/ }));
const linesOf = (section: Awaited<ReturnType<typeof history>>) =>
  section.getAllByRole('button', { expanded: false }).map((line) => line.textContent);

describe('the history of an automation', () => {
  it('lists runs and misses by day, newest first', async () => {
    open();
    const section = await history();
    await section.findByText('Partly done');
    expect(section.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
      expect.stringContaining('3'),
      expect.stringContaining('2'),
    ]);
    expect(linesOf(section)).toEqual([
      expect.stringMatching(/17:31|5:31/),
      expect.stringContaining('Held back: it was not dark.'),
      expect.stringContaining('It was already running.'),
      expect.stringContaining('because motion was seen at 02:10'),
    ]);
  });

  it('shows only misses of one reason', async () => {
    const { user } = open();
    const section = await history();
    await user.click(section.getByRole('button', { name: 'Already running 7' }));
    expect(linesOf(section)).toEqual([expect.stringContaining('It was already running.')]);
    await user.click(section.getByRole('button', { name: 'Ran 2' }));
    expect(linesOf(section)).toHaveLength(2);
    await user.click(section.getByRole('button', { name: 'All 24' }));
    expect(linesOf(section)).toHaveLength(4);
  });

  it('shows the conditions of a run and the outcome of each step when it is opened', async () => {
    const step = { step: 's1', at: stamp('02T02:10'), kind: 'set' } as const;
    const full = run('02T02:10', {
      outcome: 'partly',
      conditions: [{ id: 'c1', text: 'it is dark', is: true }],
      steps: [
        { ...step, text: 'turn on Hall light', outcome: 'done' },
        { ...step, step: 's2', text: 'turn off Hall light', outcome: 'unanswered' },
      ],
    });
    const { user } = open({ automationRuns: { get: full } });
    const section = await history();
    await user.click(await section.findByRole('button', { name: /Partly done/ }));
    expect(await section.findByText('it is dark')).toBeTruthy();
    expect(section.getByRole('img', { name: 'True' })).toBeTruthy();
    expect(
      (await section.findAllByText(/Did not answer, tried twice/))[0]?.closest('li')?.textContent,
    ).toMatch(/^turn off Hall light/);
    expect(section.getByText('turn on Hall light')).toBeTruthy();
  });

  it('shows first the run to which a link led', async () => {
    const linked = run('02T02:10', {
      steps: [
        { step: 's1', at: stamp('02T02:10'), kind: 'set', text: 'turn on Hall light', outcome: 'done' },
      ],
    });
    const { platform } = open({ automationRuns: { get: linked } }, `?run=${linked.id}`);
    const section = within(await screen.findByRole('region', { name: /^Run of .*2026/ }));
    expect(section.getByText('because motion was seen at 02:10')).toBeTruthy();
    expect(section.getByText('turn on Hall light')).toBeTruthy();
    expect(platform.sent('automationRuns.get')).toHaveLength(1);
  });

  it('shows the values of the conditions of a miss when it is opened', async () => {
    const { user } = open();
    const section = await history();
    await user.click(await section.findByRole('button', { name: /Held back: it was not dark/ }));
    expect(section.getByRole('img', { name: 'Not true' })).toBeTruthy();
  });

  it('loads earlier runs, between which no miss is shown too early', async () => {
    const first = Array.from({ length: 20 }, (_, index) =>
      run(`03T17:${String(59 - index).padStart(2, '0')}`),
    );
    const { user, platform } = open({ automationRuns: { list: { elements: first } } });
    const section = await history();
    await section.findByRole('button', { name: 'All 42+' });
    expect(section.queryByText('It was already running.')).toBeNull();
    platform.reply({ automationRuns: { list: { elements: [run('02T02:10')] } } });
    await user.click(section.getByRole('button', { name: 'Show earlier' }));
    expect(await section.findByText('It was already running.')).toBeTruthy();
    expect(platform.sent('automationRuns.list').at(-1)?.query['before']).toBe(first.at(-1)?.id);
    expect(section.queryByRole('button', { name: 'Show earlier' })).toBeNull();
  });

  it('says when there is no history yet, and when it cannot be loaded', async () => {
    const { platform, user } = open({ automationRuns: { misses: refused(503, 9000) as never } });
    expect(await screen.findByText('Error 9000.')).toBeTruthy();
    platform.reply({ automationRuns: { list: { elements: [] }, misses: { reasons: [] } } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^Nothing yet\./)).toBeTruthy();
  });
});

describe('asking why an automation did not run', () => {
  it('says why an automation did not run, with the values of its conditions then', async () => {
    const { user, platform } = open({
      rehearsals: {
        whyNot: {
          at: stamp('03T15:12'),
          text: 'Held back: it was not dark.',
          runs: [],
          misses: [],
          triggers: [],
          conditions: [{ id: 'c1', text: 'it is dark', is: false }],
        },
      },
    });
    const section = within(await screen.findByRole('region', { name: 'Why didn’t it run?' }));
    await user.clear(section.getByLabelText('Day'));
    await user.type(section.getByLabelText('Day'), '2026-01-03');
    await user.clear(section.getByLabelText('Time'));
    await user.type(section.getByLabelText('Time'), '15:12');
    await user.click(section.getByRole('button', { name: 'Ask why' }));
    const answer = within(await section.findByRole('status'));
    expect(await answer.findByText('Held back: it was not dark.')).toBeTruthy();
    expect(answer.getByRole('img', { name: 'Not true' })).toBeTruthy();
    expect(platform.sent('rehearsals.whyNot')[0]?.query['at']).toBe(
      String(new Date('2026-01-03T15:12').getTime()),
    );
  });

  it('says why there is no answer about a run that did not happen', async () => {
    const { user } = open({ rehearsals: { whyNot: refused(429, 4290) as never } });
    await user.click(await screen.findByRole('button', { name: 'Ask why' }));
    expect(await screen.findByText('Error 4290.')).toBeTruthy();
  });
});

describe('running an automation now', () => {
  it('says how a run went, and lists it', async () => {
    const { user, platform } = open({ automationRuns: { play: run('03T18:00', { outcome: 'partly' }) } });
    await history();
    platform.reply({ automationRuns: { list: { elements: [run('03T18:00', { outcome: 'partly' })] } } });
    await user.click(screen.getByRole('button', { name: 'Run now' }));
    expect(await screen.findByText('Run now: Partly done')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Ran 1' })).toBeTruthy();
  });

  it('says why a run did not begin, and cannot run while switched off', async () => {
    const { user, platform } = open({ automationRuns: { play: refused(409, 2112) as never } });
    await user.click(await screen.findByRole('button', { name: 'Run now' }));
    expect(await screen.findByText('Error 2112.')).toBeTruthy();
    platform.reply({ automations: { get: { ...hall, enabled: false } } });
    await user.click(screen.getByRole('switch', { name: 'Hall light at night' }));
    await expect
      .poll(() => screen.getByRole('button', { name: 'Run now' }).hasAttribute('disabled'))
      .toBe(true);
  });
});

describe('an automation that was stopped', () => {
  it('shows which automations started each other', async () => {
    const porch = { ...hall, id: 'porch', definition: { ...hall.definition, label: 'Hall follows porch' } };
    const stopped = {
      at: stamp('03T09:12'),
      why: 'chain',
      limit: 3,
      chain: ['hall', 'porch', 'gone', 'hall'],
    } as const;
    open({
      automations: {
        list: { elements: [hall, porch] },
        get: {
          ...hall,
          health: 'stopped',
          enabled: false,
          stopped: { ...stopped, chain: [...stopped.chain] },
        },
      },
    });
    const story = within(await screen.findByRole('list', { name: 'What led to this' }));
    expect(await story.findByRole('link', { name: 'Hall follows porch' })).toBeTruthy();
    expect(story.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'Hall light at night',
      'Hall follows porch',
      'A deleted automation',
      'Hall light at night',
      '… and so again',
    ]);
  });
});
