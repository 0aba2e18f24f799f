import { type Activity, exampleToken, type HistoryPoint } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { channelOf, propertyOf } from '../../../testing/devices.ts';
import { refused } from '../../../testing/fake-server.ts';
import { channelList, reportOf } from '../../testing/fake-home.ts';
import type { HomeReplies } from '../../testing/open-home.tsx';
import { openLamp, wireTime } from '../../testing/open-lamp.tsx';

const section = (name: string) => within(screen.getByRole('region', { name }));

describe('the activity of a device', () => {
  const entry = (minutes: number, members: Partial<Activity> = {}): Activity =>
    ({
      component: 'light-bulb',
      property: 'status',
      data: true,
      timestamp: wireTime(Date.now() - minutes * 60_000),
      by: { type: 'device', id: 'lamp', name: null },
      ...members,
    }) as Activity;
  const by = (id: string, name: string | null): Partial<Activity> => ({
    by: { type: 'user', id, name } as Activity['by'],
  });
  /** Replies with the entries on the first page, and with no earlier ones. */
  const pageOf = (...elements: Activity[]): HomeReplies => ({
    activity: { list: ({ query }) => ({ elements: query['to'] === undefined ? elements : [] }) as never },
  });
  const entries = async () =>
    (await section('Activity').findAllByRole('listitem')).map(
      (item) => item.querySelector('span')?.textContent,
    );

  it('says who changed which property', async () => {
    const me = by(exampleToken.owner_id, 'Ana');
    await openLamp(
      pageOf(
        entry(0, {
          by: {
            type: 'automation',
            id: 'hall',
            run: 'hall.4.x',
            name: 'Hall light',
            because: 'because it was 23:14',
          },
        }),
        entry(1, me),
        entry(2, { ...by('rui', 'Rui'), data: false }),
        entry(3, { ...by('gone', null), data: true }),
        entry(4, { property: 'access', data: 'no_power' }),
      ),
    );
    expect(await entries()).toEqual([
      'status set to OnHall light because it was 23:14',
      'status set to OnYou',
      'status set to OffRui',
      'status set to OnSomeone who no longer uses it',
      'No powerThe device',
    ]);
    expect(section('Activity').getByRole('link', { name: 'Hall light' }).getAttribute('href')).toBe(
      '/home/automations/hall?run=hall.4.x',
    );
  });

  it('leaves out reports that repeat the value', async () => {
    await openLamp(pageOf(entry(1), entry(2), entry(3, { data: false })));
    expect(await entries()).toEqual(['status: OnThe device', 'status: OffThe device']);
  });

  it('shows what a lock reports at the same time as one event, without saying it twice', async () => {
    const words = {
      controlInterfaces: [
        { id: 'value', controlInterface: 'switch' as const, config: { on: 'Locked', off: 'Unlocked' } },
      ],
    };
    const lock = [
      propertyOf('locked', { label: 'Locked', ...words }),
      propertyOf('state', { label: 'Lock state', ...words }),
      propertyOf('action', { label: 'Last action', ...words }),
    ];
    await openLamp({
      channels: { list: channelList([channelOf('lamp', lock)]) },
      ...pageOf(
        entry(1, { property: 'state', data: false }),
        entry(1, { property: 'locked', data: false }),
        entry(1, { property: 'action', data: true }),
        entry(2, { property: 'locked', data: true }),
      ),
    });
    expect(await entries()).toEqual(['Unlocked · Last action: LockedThe device', 'LockedThe device']);
  });

  it('shows the newest of numbers that a device reports one after another', async () => {
    await openLamp(
      pageOf(entry(1, { data: 3 }), entry(2, { data: 4 }), entry(3, { ...by('rui', 'Rui'), data: 5 })),
    );
    expect(await entries()).toEqual(['status: 3The device', 'status set to 5Rui']);
  });

  it('loads earlier entries on request', async () => {
    const full = Array.from({ length: 50 }, (_, n) => entry(n, { data: n % 2 === 0 }));
    const { user } = await openLamp({
      activity: {
        list: ({ query }) =>
          ({
            elements:
              query['to'] === undefined ? full : query['to'] === full.at(-1)?.timestamp ? [entry(90)] : [],
          }) as never,
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Show earlier' }));
    await expect.poll(async () => (await entries()).length).toBe(51);
    await expect.poll(() => screen.queryByRole('button', { name: 'Show earlier' })).toBeNull();
  });

  it('loads the activity again when the device reports', async () => {
    const { platform, stores } = await openLamp();
    await section('Activity').findByText('Nothing has happened yet.');
    platform.reply(pageOf(entry(0)));
    stores.live.values.take({ ...reportOf('lamp', 'status', true), timestamp: wireTime(Date.now() + 1_000) });
    await expect.poll(entries).toEqual(['status: OnThe device']);
  });

  it('says why the activity cannot be read', async () => {
    await openLamp({ activity: { list: refused(500, 1000, { text: 'The log has a problem.' }) } });
    expect(await section('Activity').findByText('The log has a problem.')).toBeTruthy();
  });
});

describe('the history of a device', () => {
  const power = propertyOf('power', {
    label: 'Power',
    io: 'r',
    schema: 'https://home.example.org/v3/schemas/number',
  });
  const point = (minutes: number, value: unknown): HistoryPoint =>
    ({ value, timestamp: wireTime(Date.now() - minutes * 60_000) }) as HistoryPoint;
  const withHistory = (history: HistoryPoint[], properties = [propertyOf('status')]): HomeReplies =>
    ({
      channels: { list: channelList([channelOf('lamp', properties)]) },
      values: {
        history: ({ query }: { query: Record<string, string> }) => ({
          elements: query['from'] === undefined ? [] : history,
        }),
      },
    }) as never;
  const history = () => section('History');

  it('lists the states of the last 24 hours, with the automation that set one and why', async () => {
    const by = {
      type: 'automation',
      id: 'hall',
      name: 'Hall light',
      because: 'because it was 23:14',
    } as const;
    await openLamp(withHistory([point(10, false), { ...point(60, true), by }]));
    const states = await history().findByRole('list', { name: 'status' });
    expect(
      within(states)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.split(': ')[1]),
    ).toEqual(['On', 'Off']);
    expect(states.textContent).toContain(' · Hall light because it was 23:14: On');
    expect(history().getByText('Last 24 hours')).toBeTruthy();
  });

  it('draws numbers as a line, with a table of their values', async () => {
    await openLamp(withHistory([point(30, 12), point(40, 10)], [power]));
    expect(await history().findByRole('slider', { name: 'Power, Last 24 hours' })).toBeTruthy();
    expect(history().getByRole('table', { name: 'Power, Last 24 hours' }).textContent).toContain('11');
  });

  it('asks for whole days and for intervals of longer periods', async () => {
    const { platform, user } = await openLamp(withHistory([point(30, 12)], [power]));
    await history().findByRole('slider');
    expect(platform.sent('values.history').at(-1)?.query).toMatchObject({ interval: '10m', tz: 'UTC' });
    await user.click(history().getByRole('radio', { name: 'Month' }));
    await expect
      .poll(() => platform.sent('values.history').at(-1)?.query)
      .toMatchObject({ interval: '6h', page_size: '400' });
  });

  it('moves to earlier periods, and not into the future', async () => {
    const { platform, user } = await openLamp(withHistory([point(30, true)]));
    const after = history().getByRole<HTMLButtonElement>('button', { name: 'Next day' });
    expect(after.disabled).toBe(true);
    await user.click(history().getByRole('button', { name: 'Previous day' }));
    expect(after.disabled).toBe(false);
    const dayBefore = () =>
      platform.sent('values.history').some(({ query }) => Number(query['to']) < Date.now() && query['from']);
    await expect.poll(dayBefore).toBeTruthy();
    await user.click(history().getByRole('radio', { name: 'Week' }));
    expect(history().getByRole<HTMLButtonElement>('button', { name: 'Next week' }).disabled).toBe(true);
  });

  it('shows only the values that are chosen', async () => {
    const { user } = await openLamp(
      withHistory([point(30, true)], [propertyOf('status'), propertyOf('night')]),
    );
    await history().findByRole('list', { name: 'night' });
    await user.click(history().getByRole('button', { name: 'night' }));
    await expect.poll(() => history().queryByRole('list', { name: 'night' })).toBeNull();
    await user.click(history().getByRole('button', { name: 'status' }));
    expect(await history().findByText('Choose values to show.')).toBeTruthy();
  });

  it('says that nothing was recorded', async () => {
    await openLamp(withHistory([]));
    expect(await history().findByText('Nothing was recorded in this period.')).toBeTruthy();
  });

  it('says why the history cannot be read', async () => {
    await openLamp({ values: { history: refused(500, 1000, { text: 'The history has a problem.' }) } });
    expect(await history().findByText('The history has a problem.')).toBeTruthy();
  });
});
