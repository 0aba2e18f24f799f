import { addressKey } from '@azulejo/model';
import { createReplay } from '@azulejo/server/testing';
import type { Context } from './context.ts';
import type { Figure } from './report.ts';
import { median } from './rounds.ts';

const EVENTS = 500_000;
const MONTH = 30 * 24 * 3_600_000;
const FROM = Date.UTC(2026, 2, 10);

type Task = Parameters<typeof createReplay>[0];
type Event = Parameters<ReturnType<typeof createReplay>['take']>[0];

const properties = [
  { channel: 'hall-motion', name: 'occupancy' },
  { channel: 'hall-light', name: 'status' },
  { channel: 'hall-climate', name: 'temperature' },
].map(({ channel, name }) => ({ channel, component: 'part', property: name }));
const [motion, light, climate] = properties as [Address, Address, Address];
type Address = (typeof properties)[number];

/** An automation with `for`, a condition with `since`, a wait and `restart`. */
const task: Task = {
  version: {
    id: 'bench',
    version: 1,
    isEnabled: true,
    definition: {
      label: 'Hall light',
      mode: 'restart',
      when: [
        { property: motion, is: 'becomes', value: true },
        { property: climate, is: 'rises-above', value: 21, leeway: 0.5, for: 'PT5M' },
      ],
      onlyIf: { any: [{ property: light, is: 'is', value: false, since: 'PT2M' }, { sun: 'down' }] },
      then: [{ set: light, value: true }, { wait: 'PT3M' }, { set: light, value: false }],
    },
  },
  facts: {
    owner: 'user',
    properties: new Map(
      properties.map((address) => [
        addressKey(address),
        { ...address, componentType: 'part', classes: [], rooms: [], unit: '', io: 'rws' as const },
      ]),
    ),
    people: new Map(),
    places: new Set(),
    scenes: new Set(),
    agents: new Set(),
    hasZone: true,
    hasPosition: true,
  },
  time: { zone: 'Europe/Lisbon', latitude: 38.7, longitude: -9.1 },
  values: [],
  from: FROM,
  days: [{ date: '2026-03-10', from: FROM }],
  recordFrom: FROM,
};

/** Measures how many events a processor second replays, as they are in a page of the log. */
export async function rehearsal({ pace }: Context): Promise<Figure[]> {
  const events = Array.from({ length: EVENTS }, (_, index) => eventAt(index));
  const rates: number[] = [];
  for (let round = 0; round <= pace.rounds; round += 1) {
    const cpu = process.cpuUsage();
    const replay = createReplay(task);
    for (const event of events) replay.take(event);
    const { count } = replay.finish(FROM + MONTH);
    const { user, system } = process.cpuUsage(cpu);
    if (count === 0) throw new Error('the automation never ran');
    // The first round warms up.
    if (round > 0) rates.push(EVENTS / ((user + system) / 1_000_000));
  }
  return [
    {
      bench: 'rehearsal',
      name: `${EVENTS.toLocaleString('en')} events, per processor second`,
      unit: '/s',
      measured: median(rates),
      aim: { of: 'measured', is: 'at least', value: 250_000 },
    },
  ];
}

function eventAt(index: number): Event {
  const of = properties[index % properties.length] as Address;
  const turn = Math.floor(index / properties.length);
  const data = of === climate ? 19 + ((turn * 7_919) % 400) / 100 : turn % 2 === 0;
  return {
    n: index + 1,
    at: FROM + Math.floor((index / EVENTS) * MONTH),
    type: 'value',
    channelId: of.channel,
    componentId: of.component,
    propertyId: of.property,
    data: JSON.stringify(data),
    state: null,
    cause: null,
    isOwn: 0,
  };
}
