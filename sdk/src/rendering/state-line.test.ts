import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Slot } from './slot.ts';
import { stateLine } from './state-line.ts';

const slot = (property: string, text: string, unit = '', more: Partial<Slot> = {}): Slot => ({
  component: 'main',
  property,
  label: property,
  value: text,
  text,
  unit,
  isRelevant: true,
  ...more,
});
const toggle = (state: 'on' | 'off' | 'unknown', icon: 'on_off' | 'lock' | 'home' = 'on_off') => ({
  label: 'Power',
  state,
  icon,
  write: { component: 'main', property: 'power', on: true, off: false },
});
const line = (known: Partial<Parameters<typeof stateLine>[0]>) =>
  stateLine({ slots: [], toggle: undefined, light: undefined, wide: undefined, preferences: {}, ...known });

test('shows at most two values, a temperature without the letter of its scale', () => {
  const slots = [
    slot('temperature', '21.5', '°C'),
    slot('humidity', '40', '%'),
    slot('pressure', '1', 'bar'),
  ];
  assert.deepEqual(line({ slots }), ['21.5°', '40 %']);
});

test('shows the label of a number without a unit', () => {
  assert.deepEqual(line({ slots: [slot('Quality', '3')] }), ['Quality 3']);
});

test('calls a set-point by its purpose, so that two temperatures differ', () => {
  const slots = [slot('temperature', '20', '°C'), slot('heating-setpoint', '21', '°C')];
  assert.deepEqual(line({ slots }), ['20°', 'To 21°']);
});

test('shows the battery of a button that was never pressed', () => {
  const slots = [
    slot('action', '--', '', { value: undefined }),
    slot('Battery', '80', '%', { isRelevant: false }),
  ];
  assert.deepEqual(line({ slots }), ['Battery 80 %']);
});

test('shows the state of the switch first and not twice, and no counter', () => {
  const slots = [slot('power', 'On'), slot('energy', '12', 'kWh'), slot('load', '95', 'W')];
  assert.deepEqual(line({ toggle: toggle('on'), slots }), ['On', '95 W']);
});

test('shows a countdown only while it runs', () => {
  const left = (value: number) =>
    line({
      slots: [slot('permit-join', 'Pairing'), slot('permit-join-time-left', String(value), 's', { value })],
    });
  assert.deepEqual(left(120), ['Pairing', '120 s']);
  assert.deepEqual(left(0), ['Pairing']);
});

test('does not show the last command of a lock after its state', () => {
  const slots = [slot('lock-command', 'Lock'), slot('user', 'Ana')];
  assert.deepEqual(line({ toggle: toggle('on', 'lock'), slots }), ['Locked', 'Ana']);
});

test('shows watts as briefly as a glance needs', () => {
  const load = (value: number) =>
    line({ toggle: toggle('on'), slots: [slot('load', String(value), 'W', { value })] })[1];
  assert.deepEqual([load(1.3), load(94.6), load(1874.2)], ['1.3 W', '95 W', '1.87 kW']);
});

test('shows no value of a device that is off', () => {
  assert.deepEqual(line({ toggle: toggle('off'), slots: [slot('load', '0', 'W')] }), ['Off']);
});

for (const [icon, state, word] of [
  ['lock', 'on', 'Locked'],
  ['lock', 'off', 'Unlocked'],
  ['home', 'off', 'Away'],
  ['on_off', 'unknown', 'Not known'],
] as const)
  test(`says ${word} of ${icon} ${state}`, () => {
    assert.deepEqual(line({ toggle: toggle(state, icon) }), [word]);
  });
