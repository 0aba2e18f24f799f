import type { Energy } from '@azulejo/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { channelOf, kitchen, propertyOf, tileOf } from '../../../testing/devices.ts';
import { channelList, fakeHome, reportOf } from '../../testing/fake-home.ts';
import { type HomeReplies, openHome, signIn } from '../../testing/open-home.tsx';
import { wireTime } from '../../testing/open-lamp.tsx';

const HOUR_MS = 3_600_000;
const counterOf = (name: string) =>
  propertyOf(name, {
    io: 'rs',
    components: ['main'],
    classes: [`x.electricity.${name}`],
    controlInterfaces: [],
  });

type Device = { id: string; label: string; type: string; properties: readonly string[] };
const oven: Device = { id: 'oven', label: 'Oven', type: 'plug', properties: ['energy'] };
const meter: Device = {
  id: 'meter',
  label: 'Electricity',
  type: 'meter',
  properties: ['energy', 'active-power'],
};
const boiler: Device = { id: 'boiler', label: 'Boiler', type: 'plug', properties: ['active-power'] };

const channel = ({ id, type, properties }: Device) => ({
  ...channelOf(id, properties.map(counterOf)),
  components: [{ id: 'main', type, label: 'Main', classes: [] }],
});
const tile = ({ id, label, type }: Device) => ({
  ...tileOf(id, label),
  components: [{ id: 'main', type }],
  groups: id === 'oven' ? [kitchen.id] : [],
});

/** The home used 2 kWh in each past hour, of which the oven used a half; the second hour is a gap. */
function energyOf(query: Record<string, string>): Energy {
  const [from, to] = [Number(query['from']), Number(query['to'])];
  const step = query['interval'] === 'hour' ? HOUR_MS : 24 * HOUR_MS;
  const bars: Energy['bars'] = [];
  for (let at = from; at < to; at += step) {
    const isKnown = at <= Date.now() && bars.length !== 1;
    bars.push({ timestamp: wireTime(at), ...(isKnown && { consumed: 2, cost: 0.5, estimated: 1 }) });
  }
  const counters: Energy['counters'] = [
    {
      channel: 'meter',
      component: 'main',
      property: 'energy',
      measures: 'home',
      consumed: 4,
      cost: 1,
      resets: 1,
    },
    {
      channel: 'oven',
      component: 'main',
      property: 'energy',
      measures: 'device',
      consumed: 1,
      cost: 0.25,
      resets: 0,
    },
  ];
  return { bars, counters, timezone: 'UTC', currency: 'EUR' };
}

function open(devices: readonly Device[] = [oven, meter, boiler], path = '/energy', preferences = {}) {
  signIn();
  const platform = fakeHome({
    tiles: { list: { tiles: devices.map(tile) } },
    channels: { list: channelList(devices.map(channel)) },
    values: { list: { elements: [{ ...reportOf('meter', 'active-power', 900), component: 'main' }] } },
    preferences: { get: preferences, update: preferences },
    energy: { read: ({ query }) => energyOf(query as Record<string, string>) as never },
  });
  return { platform, ...openHome(platform, path) };
}

const requested = (platform: ReturnType<typeof fakeHome>) =>
  platform.sent('energy.read').map(({ query }) => query);

describe('the energy of the home', () => {
  it('shows bars with a table, what is estimated or missing, and what each device and room used', async () => {
    open(undefined, '/energy?on=2026-03-14');
    expect(await screen.findByRole('heading', { name: 'Whole home' })).toBeTruthy();
    const table = await screen.findByRole('table', { name: 'Energy in each hour, in kWh' });
    const [, first, gap] = within(table).getAllByRole('row');
    expect(first?.textContent).toContain('2 (partly estimated)');
    expect(gap?.textContent).toContain('No values');
    const nav = screen.getByRole('navigation', { name: 'Pages' });
    expect(within(nav).getByRole('link', { name: 'Energy' })).toBeTruthy();
    const room = within(await screen.findByRole('region', { name: 'By room' })).getByRole('link');
    expect(room.textContent).toMatch(/1 kWh · 25\s?% · €0.25/);
    expect(screen.getAllByText('Everything else')).toHaveLength(2);
    expect(screen.getByText('Counting from zero again: Electricity')).toBeTruthy();
    expect(screen.getByText(/measure only their power now: Boiler/)).toBeTruthy();
  });

  it('keeps the bars, the period and the room in the address', async () => {
    const { platform, user, router } = open(undefined, '/energy?bars=day&on=2026-03-14');
    const from = new Date(2026, 2, 1).getTime();
    await expect
      .poll(() =>
        requested(platform).some((each) => each['interval'] === 'day' && each['from'] === String(from)),
      )
      .toBe(true);
    await user.click(await screen.findByRole('button', { name: 'Previous month' }));
    await expect.poll(() => router.state.location.search).toEqual({ bars: 'day', on: '2026-02-01' });
    await user.click(within(await screen.findByRole('region', { name: 'By room' })).getByRole('link'));
    await expect.poll(() => requested(platform).at(-1)).toMatchObject({ group: kitchen.id, interval: 'day' });
    expect(await screen.findByRole('heading', { name: kitchen.label })).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Show the whole home' }));
    await expect.poll(() => router.state.location.search).toEqual({ bars: 'day', on: '2026-02-01' });
  });

  it('stores a tariff with two prices, and says what is missing in it', async () => {
    const { platform, user } = open(undefined, '/energy', { currency: 'CHF' });
    await user.type(await screen.findByRole('textbox', { name: 'Price for a kWh' }), '0.3');
    await user.click(screen.getByRole('switch', { name: 'Another price at certain times' }));
    await user.click(screen.getByRole('button', { name: 'Save tariff' }));
    expect(await screen.findByText('Enter a price.')).toBeTruthy();
    expect(platform.sent('preferences.update')).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Price at these times' }), '0.15');
    await user.click(screen.getByRole('button', { name: 'Save tariff' }));
    await expect
      .poll(() => platform.sent('preferences.update').at(-1)?.body)
      .toEqual({
        tariff: {
          currency: 'CHF',
          price: 0.3,
          second: { price: 0.15, from: '22:00', to: '08:00', weekends: false },
        },
      });
  });

  it('says what is missing when devices measure only their power', async () => {
    open([boiler]);
    expect(await screen.findByRole('heading', { name: 'No device counts energy' })).toBeTruthy();
    const nav = screen.getByRole('navigation', { name: 'Pages' });
    expect(within(nav).getByRole('link', { name: 'Energy' })).toBeTruthy();
  });

  it('places energy in the navigation as at the last visit before devices are known', async () => {
    const reserved = async () => {
      const nav = await screen.findByRole('navigation', { name: 'Pages' });
      const link = within(nav).queryByRole('link', { name: 'Energy' });
      return link?.closest('li')?.hasAttribute('data-reserved');
    };
    const openUnread = (remembered?: string) => {
      signIn();
      localStorage.removeItem('azulejo.energy');
      if (remembered !== undefined) localStorage.setItem('azulejo.energy', remembered);
      return openHome(
        fakeHome({ channels: { list: () => new Promise(() => {}) } } as HomeReplies),
        '/activity',
      );
    };
    openUnread();
    expect(await reserved()).toBe(true);
    cleanup();
    openUnread('true');
    expect(await reserved()).toBe(false);
    cleanup();
    openUnread('false');
    expect(await reserved()).toBeUndefined();
  });

  it('shows no energy in the navigation of a home that measures nothing', async () => {
    open([{ ...oven, properties: ['status'] }]);
    expect(await screen.findByRole('heading', { name: 'No device measures energy' })).toBeTruthy();
    const nav = screen.getByRole('navigation', { name: 'Pages' });
    expect(within(nav).queryByRole('link', { name: 'Energy' })).toBeNull();
  });

  it('offers to try again when the energy cannot be read', async () => {
    const { platform, user } = open();
    await screen.findByRole('heading', { name: 'Whole home' });
    platform.reply({ energy: { read: () => new Response(null, { status: 503 }) as never } } as never);
    await user.click(await screen.findByRole('button', { name: 'Previous day' }));
    expect(await screen.findByRole('button', { name: 'Try again' }, { timeout: 8_000 })).toBeTruthy();
  }, 12_000);
});
