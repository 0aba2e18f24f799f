import type { EnergyCounter } from '@azulejo/contract';
import { describe, expect, it } from 'vitest';
import { sharesOf } from './shares.ts';

const counter = (
  channel: string,
  measures: 'home' | 'device',
  consumed: number,
  cost?: number,
): EnergyCounter => ({
  channel,
  component: 'main',
  property: 'energy',
  measures,
  consumed,
  ...(cost === undefined ? {} : { cost }),
  resets: 0,
});
const kitchen = { id: 'kitchen', name: 'Kitchen' };
const places = new Map([
  ['oven', { name: 'Oven', room: kitchen }],
  ['kettle', { name: 'Kettle', room: kitchen }],
  ['lamp', { name: 'Lamp' }],
]);
const placeOf = (channel: string) => places.get(channel);

describe('the shares of energy', () => {
  it('lists the shares of devices and rooms, the largest first', () => {
    const counters = [
      counter('lamp', 'device', 1),
      counter('oven', 'device', 3),
      counter('kettle', 'device', 2),
    ];
    const { devices, rooms, rest, total } = sharesOf(counters, placeOf);
    expect(devices.map(({ name, used }) => [name, used])).toEqual([
      ['Oven', 3],
      ['Kettle', 2],
      ['Lamp', 1],
    ]);
    expect(rooms).toEqual([{ ...kitchen, used: 5, cost: undefined }]);
    expect([rest, total]).toEqual([undefined, 6]);
  });

  it('adds the rest when the home has a meter', () => {
    const counters = [counter('meter', 'home', 10, 2), counter('oven', 'device', 3, 0.5)];
    const { devices, rest, total } = sharesOf(counters, placeOf);
    expect(devices).toHaveLength(1);
    expect([rest, total]).toEqual([{ used: 7, cost: 1.5 }, 10]);
  });
});
