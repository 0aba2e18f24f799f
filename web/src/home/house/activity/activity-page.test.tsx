import type { HomeActivity } from '@azulejo/contract';
import { exampleToken } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeHome, reportOf } from '../../testing/fake-home.ts';
import { openHome, signIn } from '../../testing/open-home.tsx';
import { wireTime } from '../../testing/open-lamp.tsx';

const me = exampleToken.owner_id;
const event = (minutes: number, members: Partial<HomeActivity> = {}): HomeActivity => ({
  type: 'value',
  channel: 'lamp',
  component: 'light-bulb',
  property: 'status',
  data: true,
  timestamp: wireTime(Date.now() - minutes * 60_000),
  by: { type: 'device' },
  ...members,
});

const sceneEvent = (minutes: number, name: string): HomeActivity => ({
  type: 'scene-played',
  scene: 'night',
  name,
  timestamp: wireTime(Date.now() - minutes * 60_000),
  by: { type: 'user', id: me },
});

function open(elements: readonly HomeActivity[], path = '/activity') {
  signIn();
  const listed = { elements: [...elements] };
  const queries: unknown[] = [];
  const people = [
    { id: me, name: 'Ana' },
    { id: 'rui', name: 'Rui' },
  ];
  const platform = fakeHome({
    activity: {
      listOfHome: ({ query }) => {
        queries.push(query);
        return (query['to'] === undefined ? { ...listed, people } : { elements: [] }) as never;
      },
    },
  });
  return { queries, listed, ...openHome(platform, path) };
}

const rows = async () => (await screen.findAllByRole('listitem')).filter((row) => row.closest('section'));
const texts = async () =>
  (await rows()).map((row) =>
    [...row.querySelectorAll('strong, strong + span')].map((each) => each.textContent),
  );

describe('the activity of the home', () => {
  it('shows alarms that began, were acknowledged and ended, and leads to their list', async () => {
    const alarm = { alarm: { id: 'a', kind: 'smoke' as const } };
    const { queries } = open(
      [
        event(1, { ...alarm, type: 'alarm-ended' }),
        event(2, { ...alarm, type: 'alarm-seen', by: { type: 'user', id: 'rui', name: 'Rui' } }),
        event(3, { ...alarm, type: 'alarm-started' }),
      ],
      '/activity?kind=alarms',
    );
    await screen.findAllByText('Desk lamp');
    expect(await texts()).toEqual([
      ['Desk lamp', 'Smoke: ended · The device'],
      ['Desk lamp', 'Smoke: acknowledged · Rui'],
      ['Desk lamp', 'Smoke: alarm · The device'],
    ]);
    expect(queries[0]).toMatchObject({ kind: 'alarms' });
    const link = screen.getByRole('link', { name: 'From start to end' });
    expect(link.getAttribute('href')).toBe('/home/alarms');
  });

  it('lists activity with its actor by day, and leads to the device', async () => {
    open([
      event(0, { by: { type: 'user', id: me, name: 'Ana' }, through: { id: 'app', name: 'Casa' } }),
      event(1, { data: false, by: { type: 'user', id: 'rui', name: 'Rui' } }),
      event(2),
      event(3, { type: 'device-removed', channel: 'gone', name: 'Old plug', by: { type: 'user', id: me } }),
      sceneEvent(4, 'Movie night'),
    ]);
    await screen.findAllByText('Desk lamp');
    expect(await texts()).toEqual([
      ['Desk lamp', 'status set to On · You, with Casa'],
      ['Desk lamp', 'status set to Off · Rui'],
      ['Desk lamp', 'status: On · The device'],
      ['Old plug', 'Removed · You'],
      ['Movie night', 'Scene played · You'],
    ]);
    const [first] = await rows();
    const link = within(first as HTMLElement).getByRole('link');
    expect(link.getAttribute('href')).toBe('/home/devices/lamp');
  });

  it('says which automation acted and why, and leads to that run', async () => {
    const by = { type: 'automation' as const, id: 'hall', run: 'hall.4.x' };
    open([
      event(0, { by: { ...by, name: 'Hall light at night', because: 'because motion was seen at 23:14' } }),
      event(1, { data: false, by: { ...by, name: 'Hall light at night' } }),
      event(2, { by }),
    ]);
    await screen.findAllByText('Desk lamp');
    expect(await texts()).toEqual([
      ['Desk lamp', 'status set to On · Hall light at night because motion was seen at 23:14'],
      ['Desk lamp', 'status set to Off · Hall light at night'],
      ['Desk lamp', 'status set to On · An automation'],
    ]);
    const [first, , last] = await rows();
    const ofFirst = within(first as HTMLElement);
    expect(ofFirst.getByRole('link', { name: 'Desk lamp' }).getAttribute('href')).toBe('/home/devices/lamp');
    expect(ofFirst.getByRole('link', { name: 'Hall light at night' }).getAttribute('href')).toBe(
      '/home/automations/hall?run=hall.4.x',
    );
    expect(within(last as HTMLElement).getAllByRole('link')).toHaveLength(1);
  });

  it('reads its filters from the address and puts them there', async () => {
    const { queries, user, router } = open([event(0)], '/activity?kind=changes&person=rui');
    const person = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Person' });
    await expect.poll(() => person.value).toBe('rui');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Room' }), 'Kitchen');
    await expect
      .poll(() => router.state.location.search)
      .toEqual({ kind: 'changes', person: 'rui', room: 'kitchen' });
    await user.click(screen.getByRole('link', { name: 'Reports' }));
    await expect.poll(() => queries.at(-1)).toMatchObject({ kind: 'reports', by: 'rui', group: 'kitchen' });
  });

  it('says when no activity matches', async () => {
    open([], '/activity?kind=devices');
    expect(await screen.findByText('Nothing matches these filters')).toBeTruthy();
  });

  it('puts new entries on top', async () => {
    const { listed, stores } = open([event(5)]);
    await expect.poll(texts).toHaveLength(1);
    listed.elements = [event(0, { data: false }), ...listed.elements];
    stores.live.values.take({
      channel: 'lamp',
      component: 'light-bulb',
      property: 'status',
      data: true,
      timestamp: new Date().toISOString(),
    } as never);
    await expect.poll(texts).toEqual([
      ['Desk lamp', 'status: Off · The device'],
      ['Desk lamp', 'status: On · The device'],
    ]);
  });

  it('shows new entries although devices never stop reporting', async () => {
    const { listed, stores } = open([event(5)]);
    await expect.poll(texts).toHaveLength(1);
    listed.elements = [event(0, { data: false }), ...listed.elements];
    let reports = 0;
    const timer = setInterval(() => {
      reports += 1;
      const report = { ...reportOf('lamp', 'status', true), timestamp: wireTime(Date.now() + reports) };
      stores.live.values.take(report);
    }, 100);
    onTestFinished(() => clearInterval(timer));
    await expect.poll(texts).toHaveLength(2);
  });

  it('holds new entries back while the person reads further down', async () => {
    const { listed, stores } = open([event(5)]);
    await expect.poll(texts).toHaveLength(1);
    window.scrollTo(0, 500);
    listed.elements = [event(0, { data: false }), ...listed.elements];
    stores.live.values.take({
      channel: 'lamp',
      component: 'light-bulb',
      property: 'status',
      data: true,
      timestamp: new Date().toISOString(),
    } as never);
    expect(await screen.findByRole('button', { name: '1 new' })).toBeTruthy();
    expect(await texts()).toHaveLength(1);
    window.scrollTo(0, 0);
    window.dispatchEvent(new Event('scroll'));
    await expect.poll(texts).toHaveLength(2);
  });
});
