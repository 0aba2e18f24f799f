import { describe, expect, it } from 'vitest';
import type { Reading } from '../../kit/formats/reading.ts';
import type { Facts } from './facts.ts';
import { type RoomFacts, summarize } from './summarize.ts';

const reading: Reading = { units: 'metric', hourFormat: 24, locale: 'en-GB' };
const AT_22_10 = new Date().setHours(22, 10, 0, 0);

const facts = (label: string, members: Partial<Facts> = {}): Facts => ({
  id: label,
  label,
  isBatteryLow: false,
  isSilent: false,
  ...members,
});
const lamp = (label: string, isOn: boolean): Facts =>
  facts(label, {
    lamp: { isOn, lit: { channel: label, component: 'lamp', property: 'on', label, on: true, off: false } },
  });
const warm = (label: string, value: number): Facts =>
  facts(label, { temperature: { value, text: value.toFixed(1) } });
const room = (label: string, ...all: Facts[]): RoomFacts => ({ id: label, label, facts: all });
const chipsOf = (...rooms: RoomFacts[]) => summarize(rooms, reading).chips;
const textOf = (room: RoomFacts) => summarize([room], reading).rooms.get(room.id)?.text;

describe('chips of the summary', () => {
  it('shows no chips when there is nothing to say', () => {
    expect(chipsOf(room('Hall', lamp('Light', false), facts('Door')))).toEqual([]);
  });

  it('sorts chips as lights, security, climate, energy, batteries, unreachable', () => {
    const found = chipsOf(
      room(
        'Hall',
        facts('Sensor', { isSilent: true }),
        facts('Button', { isBatteryLow: true }),
        facts('Plug', { power: { watts: 40, isMeter: false } }),
        warm('Thermometer', 19),
        facts('Door', { opening: { kind: 'open', needsAttention: false } }),
        lamp('Light', true),
      ),
    );
    expect(found.map(({ filter, text }) => `${filter}: ${text}`)).toEqual([
      'lights: 1 light',
      'security: 1 open',
      'climate: 19.0°',
      'energy: 40 W',
      'batteries: 1 low',
      'unreachable: 1 not answering',
    ]);
  });

  it('counts a tile once that is in two rooms', () => {
    const [lights] = chipsOf(room('Hall', lamp('Light', true)), room('Favourite', lamp('Light', true)));
    expect(lights).toMatchObject({ text: '1 light', tileIds: ['Light'] });
  });

  it('says since when a single door is unlocked, and asks for attention', () => {
    const opening = { kind: 'unlocked', needsAttention: true, since: AT_22_10 } as const;
    expect(chipsOf(room('Hall', facts('Front door', { opening })))).toMatchObject([
      { text: 'Unlocked since 22:10', detail: ': Front door', needsAttention: true },
    ]);
  });

  it('counts what is open and unlocked when it is several', () => {
    const open = { kind: 'open', needsAttention: false } as const;
    const [chip] = chipsOf(
      room(
        'Hall',
        facts('Window', { opening: open }),
        facts('Hatch', { opening: open }),
        facts('Front door', { opening: { kind: 'unlocked', needsAttention: true } }),
      ),
    );
    expect(chip).toMatchObject({ text: '1 unlocked, 2 open', needsAttention: true });
  });

  it('names the coldest and the warmest room, and leaves out those in the open', () => {
    const [chip] = chipsOf(
      room('Living room', warm('Radiator', 21.3), warm('Fridge', 4)),
      room('Bedroom', warm('Climate', 19.4)),
      room('Garden', warm('Shed', 7.2)),
    );
    expect(chip?.text).toBe('19.4 to 21.3°');
    expect(chip?.detail).toBe(', coldest in Bedroom, 19.4°, warmest in Living room, 21.3°');
  });

  it.each([
    [
      [
        { watts: 920, isMeter: true },
        { watts: 40, isMeter: false },
      ],
      '0.92 kW',
    ],
    [
      [
        { watts: 300, isMeter: false },
        { watts: 40.4, isMeter: false },
      ],
      '340 W',
    ],
    [
      [
        { watts: 2317, isMeter: true },
        { watts: 100, isMeter: true },
      ],
      '2.42 kW',
    ],
    [[{ watts: -1500, isMeter: true }], '-1.50 kW'],
    [[{ watts: 0.3, isMeter: true }], undefined],
  ])('says the power of the meters, or else of all that measure it: %j', (powers, expected) => {
    const [chip] = chipsOf(room('Hall', ...powers.map((power, index) => facts(`P${index}`, { power }))));
    expect(chip?.text).toBe(expected);
  });
});

describe('the summary of a room', () => {
  it.each([
    [
      'its temperature and its lights',
      [warm('T', 21.3), lamp('A', true), lamp('B', true)],
      '21.3° · 2 lights on',
    ],
    ['that its lights are off', [warm('T', 19.4), lamp('A', false)], '19.4° · lights off'],
    ['only lights', [lamp('A', false)], 'Lights off'],
    ['nothing', [facts('Button')], ''],
    [
      'what needs attention first',
      [
        facts('Front door', { opening: { kind: 'unlocked', needsAttention: true, since: AT_22_10 } }),
        lamp('A', false),
      ],
      'Front door unlocked since 22:10',
    ],
  ] as const)('says of a room %s', (_what, all, expected) => {
    expect(textOf(room('Hall', ...all))).toBe(expected);
  });

  it('lists the lamps that are on', () => {
    const summary = summarize([room('Hall', lamp('A', true), lamp('B', false))], reading);
    expect(summary.rooms.get('Hall')?.lit.map(({ label }) => label)).toEqual(['A']);
  });
});
