import type { AutomationDefinition, Rehearsal, RehearsalProgress, RehearsedRun } from '@azulejo/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { refused } from '../../../../testing/fake-server.ts';
import { fakeHome } from '../../../testing/fake-home.ts';
import { type HomeReplies, renderHome, signIn } from '../../../testing/open-home.tsx';
import { LastWeek } from './last-week.tsx';

const definition: AutomationDefinition = {
  label: 'Hall light',
  when: [{ kind: 'time', id: 't1', time: { at: '07:00' } }],
  then: [{ kind: 'wait', id: 's1', wait: 'PT1M' }],
};
const stamp = (time: string) => `2026-03-${time}:00.000+0000`;
const run = (time: string): RehearsedRun => ({
  at: stamp(time),
  start: { by: 'value', trigger: 't1' },
  because: 'because Hall motion was seen at 18:42',
  conditions: [
    { id: 'c1', text: 'it is dark', is: true },
    { id: 'c2', text: 'Hall is below 20 °C', is: false, value: 21, value_text: '21 °C' },
    { id: 'c3', text: 'Ana is away', is: null },
  ],
  steps: [{ step: 's1', text: 'turn on Hall light', at: stamp(time), kind: 'set', outcome: 'done' }],
});
const rehearsal: Rehearsal = {
  type: 'result',
  timezone: 'UTC',
  count: 4,
  runs: [run('03T18:42'), run('03T06:10'), run('02T18:50'), run('02T18:40')],
  days: [1, 2, 3].map((day) => ({
    date: `2026-03-0${day}`,
    runs: day === 1 ? 0 : 2,
    misses: day === 3 ? 1 : 0,
    sun: { up: stamp(`0${day}T07:00`), down: stamp(`0${day}T18:00`) },
  })),
  misses: [
    {
      reason: 'condition-false',
      count: 1,
      last: [{ at: stamp('03T12:00'), text: 'Held back: it was not dark.' }],
    },
  ],
  coverage: {
    from: stamp('01T10:00'),
    to: stamp('03T20:00'),
    events: 20,
    is_truncated: false,
    left_out: 0,
    gaps: [{ from: stamp('02T03:10'), to: stamp('02T04:40') }],
    without_values: [],
  },
};

/** A stream of events that the test sends. */
function newStream() {
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      sink = controller;
    },
  });
  const send = (event: string, data: unknown) =>
    sink?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  return { response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }), send };
}

function show(reply: unknown = rehearsal, props: Partial<Parameters<typeof LastWeek>[0]> = {}) {
  signIn();
  const platform = fakeHome({ rehearsals: { create: reply } } as HomeReplies);
  return { platform, ...renderHome(platform, <LastWeek definition={definition} {...props} />) };
}

/** The part of an editor that changes the definition. */
function Editing() {
  const [minutes, setMinutes] = useState(1);
  const then: AutomationDefinition['then'] = [{ kind: 'wait', id: 's1', wait: `PT${minutes}M` }];
  return (
    <>
      <button type="button" onClick={() => setMinutes(minutes + 1)}>
        Change
      </button>
      <LastWeek definition={{ ...definition, then }} />
    </>
  );
}

function showEditing() {
  signIn();
  const platform = fakeHome({ rehearsals: { create: rehearsal } });
  return { platform, ...renderHome(platform, <Editing />) };
}

const COUNT = 'Would have run 4 times last week';
const spoken = () => screen.getByRole('status').textContent;
const answered = () => waitFor(() => expect(spoken()).toBe(COUNT), { timeout: 3_000 });
const mark = (name: string | RegExp) => screen.getByRole('button', { name });

describe('the last week of an automation', () => {
  it('shows the number and a mark for each run and miss', async () => {
    const { platform } = show(rehearsal, { automationId: 'hall' });
    await answered();
    expect(platform.bodies('rehearsals.create')).toEqual([
      { definition: { ...definition, label: '…' }, days: 7, automation: 'hall' },
    ]);
    expect(mark('Tuesday, March 3, 6:42 PM: would have run')).toBeTruthy();
    expect(mark('Tuesday, March 3, 12:00 PM: held back').getAttribute('data-kind')).toBe('miss');
    // 18:40 and 18:50 are nearer to each other than a mark is wide.
    const many = mark('Monday, March 2, 6:40 PM: would have run 2 times');
    expect(many.textContent).toBe('2');
    expect(screen.getByRole('img', { name: 'No record from 3:10 AM to 4:40 AM' })).toBeTruthy();
    expect(screen.getByText('held back (1)')).toBeTruthy();
    expect(screen.getByText('night')).toBeTruthy();
  });

  it('asks for the last week once after several quick changes, and says only the final number', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    signIn();
    const platform = fakeHome();
    const stream = newStream();
    platform.reply({ rehearsals: { create: stream.response } } as never);
    renderHome(platform, <LastWeek definition={definition} />);
    cleanup();
    renderHome(platform, <LastWeek definition={{ ...definition, mode: 'restart' }} />);
    await vi.advanceTimersByTimeAsync(390);
    expect(platform.sent('rehearsals.create')).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(20);
    vi.useRealTimers();
    await waitFor(() => expect(platform.sent('rehearsals.create')).toHaveLength(1));
    const progress: RehearsalProgress = { type: 'progress', done: 0.62, at: stamp('05T12:00'), count: 3 };
    stream.send('progress', progress);
    expect(await screen.findByText('Thursday, 62%. You can continue editing.')).toBeTruthy();
    expect(spoken()).toBe('');
    stream.send('result', rehearsal);
    await answered();
    expect(platform.sent('rehearsals.create')[0]?.headers.get('accept')).toBe('text/event-stream');
  });

  it('stops the keyboard once for the marks, with arrows between them, and opens one with Enter', async () => {
    const { user } = show();
    await answered();
    await user.tab();
    expect(document.activeElement).toBe(mark(/^Monday, March 2/));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(mark('Tuesday, March 3, 6:42 PM: would have run'));
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(mark('Tuesday, March 3, 12:00 PM: held back'));
    await user.keyboard('{Enter}');
    const missed = screen.getByRole('region', { name: 'Tuesday, March 3, 12:00 PM: held back' });
    expect(within(missed).getByText('Held back: it was not dark.')).toBeTruthy();
    await user.click(mark('Next mark: Tuesday, March 3, 6:42 PM: would have run'));
    const ran = within(screen.getByRole('region', { name: 'Tuesday, March 3, 6:42 PM: would have run' }));
    expect(ran.getByText('It would have run because Hall motion was seen at 18:42.')).toBeTruthy();
    expect(ran.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'))).toEqual([
      'True',
      'Not true',
      'Not known',
    ]);
    expect(ran.getByText('21 °C')).toBeTruthy();
    expect(ran.getByText('turn on Hall light')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: /would have run/ })).toBeNull();
    expect(document.activeElement).toBe(mark('Tuesday, March 3, 6:42 PM: would have run'));
    await user.tab();
    expect(document.activeElement).toBe(document.body);
  });

  it('lists the moments of a mark that stands for several', async () => {
    const { user } = show();
    await answered();
    await user.click(mark(/^Monday, March 2, 6:40 PM/));
    const panel = within(screen.getByRole('region', { name: /^Monday, March 2/ }));
    const second = panel.getByRole('button', { name: /^6:50 PM/ });
    expect(panel.queryByText('What was true then')).toBeNull();
    await user.click(second);
    expect(panel.getByText('What was true then')).toBeTruthy();
  });

  it('proposes the leeway that ends a flapping', async () => {
    const flapping = { path: 'when[0]', runs: 43, leeway: 0.5, runs_with_leeway: 6 };
    const onLeeway = vi.fn();
    const { user } = show({ ...rehearsal, flapping }, { onLeeway });
    await answered();
    expect(screen.getByText(/43 times. With a leeway of 0\.5: 6\.$/)).toBeTruthy();
    await user.click(mark('Add a leeway of 0.5'));
    expect(onLeeway).toHaveBeenCalledWith({ path: 'when[0]', leeway: 0.5 });
  });

  it('says that there is no past to look back on yet', async () => {
    const coverage = { ...rehearsal.coverage, events: 0, from: stamp('03T10:00'), gaps: [] };
    show({ ...rehearsal, count: 0, runs: [], misses: [], coverage });
    await waitFor(() => expect(spoken()).toBe('Nothing to look back on yet'), { timeout: 3_000 });
    expect(screen.queryByRole('group')).toBeNull();
  });

  it('says why it cannot look back on last week, and tries again', async () => {
    const fields = [{ field: 'when[0]', reason: 'This device is gone.' }];
    const { platform, user } = show(refused(422, 2110, { errors: fields }));
    expect(await screen.findByText('This device is gone.', {}, { timeout: 3_000 })).toBeTruthy();
    platform.reply({ rehearsals: { create: rehearsal } });
    await user.click(mark('Try again'));
    await answered();
  });

  it('tries again by itself when the connection is back', async () => {
    const { platform } = show(refused(422, 2110));
    await screen.findByText('Cannot look back', {}, { timeout: 3_000 });
    platform.reply({ rehearsals: { create: rehearsal } });
    dispatchEvent(new Event('online'));
    await answered();
  });

  it('waits while the server has no room, without an error', async () => {
    const full = refused(503, 9000);
    full.headers.set('retry-after', '0');
    let requestCount = 0;
    show(() => {
      requestCount += 1;
      return requestCount < 3 ? full.clone() : rehearsal;
    });
    await answered();
    expect(requestCount).toBe(3);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps the old strip, faded, until the new one is there', async () => {
    const { user, platform } = showEditing();
    await answered();
    platform.reply({ rehearsals: { create: () => new Promise<never>(() => {}) } });
    await user.click(mark('Change'));
    expect(screen.getByText('Looking through last week …')).toBeTruthy();
    expect(mark('Tuesday, March 3, 6:42 PM: would have run').closest('[data-is-old]')).toBeTruthy();
    expect(spoken()).toBe('');
  });

  it('cancels the question before when the definition changes', async () => {
    signIn();
    const platform = fakeHome({ rehearsals: { create: () => new Promise<never>(() => {}) } });
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch: typeof platform.fetch = (input, init) => {
      if (init?.method === 'POST') signals.push(init.signal);
      return platform.fetch(input, init);
    };
    const { user } = renderHome({ ...platform, fetch }, <Editing />);
    await expect.poll(() => signals.length).toBe(1);
    platform.reply({ rehearsals: { create: rehearsal } });
    await user.click(mark('Change'));
    await answered();
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
