import assert from 'node:assert/strict';
import type { AutomationDefinition } from '@azulejo/contract';
import { type Address, addressKey } from '@azulejo/model';
import { type Calendar, createCalendar } from '../calendar.ts';
import { compile } from '../compile.ts';
import type { CompiledAutomation } from '../compiled.ts';
import type { Decision } from '../decision.ts';
import type { HomeFacts, PropertyFacts } from '../facts.ts';
import { createHome, type Home } from '../home.ts';
import type { Input, PresentValue } from '../input.ts';
import { advance, apply, start } from '../reducer.ts';

const property = (
  channel: string,
  component: string,
  name: string,
  type: 'boolean' | 'number',
  more: Partial<PropertyFacts> = {},
): PropertyFacts => ({
  channel,
  component,
  property: name,
  componentType: component,
  classes: [`com.azulejo.properties.test.${name}`],
  rooms: ['hall'],
  unit: '',
  io: 'rws',
  accepts: (value) => typeof value === type,
  ...more,
});

const properties = [
  property('M', 'motion', 'occupancy', 'boolean', { io: 'rs' }),
  property('L', 'light-bulb', 'status', 'boolean'),
  property('K', 'light-bulb', 'status', 'boolean', { rooms: ['kitchen'] }),
  property('T', 'thermometer', 'temperature', 'number', {
    io: 'rs',
    unit: 'celsius',
    minimum: -40,
    maximum: 60,
  }),
  property('D1', 'door', 'open', 'boolean', { io: 'rs' }),
  property('D2', 'door', 'open', 'boolean', { io: 'rs' }),
  property('P', 'location', 'place', 'number', { io: 'rs' }),
  property('B', 'button', 'secret', 'boolean', { io: 'w' }),
];

const addressOf = (index: number): Address => {
  const { channel, component, property: name } = properties[index] as PropertyFacts;
  return { channel, component, property: name };
};
export const motion = addressOf(0);
export const light = addressOf(1);
export const kitchenLight = addressOf(2);
export const temperature = addressOf(3);
export const door = addressOf(4);
export const otherDoor = addressOf(5);
export const presence = addressOf(6);
export const writeOnly = addressOf(7);
export const accessOf = (address: Address): Address => ({ ...address, property: 'access' });

export const facts: HomeFacts = {
  owner: 'ana',
  properties: new Map(properties.map((each) => [addressKey(each), each])),
  people: new Map([['ana', presence]]),
  places: new Set(['home', 'work']),
  scenes: new Set(['S']),
  automations: new Set(['A', 'B', 'C']),
  hasZone: true,
  hasPosition: true,
};

/** The calendar of a home in Lisbon, whose clock is UTC in winter. */
export const calendar = createCalendar({ zone: 'Europe/Lisbon', latitude: 38.72, longitude: -9.14 });

/** 2026-01-05 00:00 UTC, a Monday. */
export const MONDAY = Date.UTC(2026, 0, 5);
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

export const turnOn = { kind: 'set', set: light, value: true } as const;

export const definitionOf = (members: Partial<AutomationDefinition> = {}): AutomationDefinition => ({
  label: 'Test',
  when: [{ kind: 'property', property: motion, is: 'becomes', value: true }],
  then: [turnOn],
  ...members,
});

export function compiled(
  members: Partial<AutomationDefinition>,
  { id = 'A', version = 1, isEnabled = true, known = facts } = {},
): CompiledAutomation {
  const { automation, problems } = compile(
    { id, version, isEnabled, definition: definitionOf(members) },
    known,
  );
  assert.ok(automation, JSON.stringify(problems));
  return automation;
}

type Options = Parameters<typeof createHome>[2] & {
  values?: readonly [Address, unknown][];
  calendar?: Calendar;
};

const at0 = MONDAY;
const present = (values: readonly [Address, unknown][]): PresentValue[] =>
  values.map(([address, data]) => ({ ...address, data, since: at0, reported: at0 }));

/** Returns a home whose log the test writes. Times are milliseconds after Monday, 00:00. */
export function follow(
  automations: readonly CompiledAutomation[],
  { values = [], calendar: own = calendar, ...options }: Options = {},
) {
  let home: Home = createHome(automations, own, options);
  const { state, decisions } = start(home, present(values), at0);
  const all: Decision[] = [...decisions];
  let n = 0;
  type Unnumbered = Input extends infer Each ? (Each extends Input ? Omit<Each, 'n' | 'at'> : never) : never;

  const take = (decided: readonly Decision[]): readonly Decision[] => {
    all.push(...decided);
    return decided;
  };
  const input = (at: number, given: Unnumbered) => {
    n += 1;
    return take(apply(home, state, { ...given, n, at: at0 + at } as Input));
  };
  return {
    state,
    all,
    input,
    value: (at: number, address: Address, data: unknown, cause?: string) =>
      input(at, { type: 'value', ...address, data, ...(cause === undefined ? {} : { cause }) }),
    advance: (at: number) => take(advance(home, state, at0 + at)),
    change(at: number, next: readonly CompiledAutomation[], more: Options = {}) {
      home = createHome(next, more.calendar ?? own, more);
      return input(at, { type: 'home', values: present(more.values ?? []) });
    },
    of: <Type extends Decision['type']>(type: Type) =>
      all.filter((each): each is Extract<Decision, { type: Type }> => each.type === type),
    /** When runs began, after Monday. */
    began: () => all.filter(({ type }) => type === 'run-began').map(({ at }) => at - at0),
    misses: () => all.flatMap((each) => (each.type === 'miss' ? [each.reason] : [])),
    outcomes: () => all.flatMap((each) => (each.type === 'run-ended' ? [each.outcome] : [])),
  };
}
