import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { valueKey } from '@azulejo/model';
import { channel, information, property, tile, triState, values } from '../testing/device.ts';
import { type OpenState, renderTile, valuesOfTile } from './render-tile.ts';

const NOW = Date.UTC(2026, 10, 22, 8, 14);
const MINUTE = 60_000;
const ofClass = (id: string, group: string, io: 'rs' | 'rws' | 'w' = 'rs') =>
  property(id, { io, classes: [`com.example.properties.${group}`] });
const since = (id: string, minutes: number) => new Map([[valueKey('lamp-1', id), NOW - minutes * MINUTE]]);

function renderComponent(properties: Record<string, [group: string, value: unknown]>, moment = {}) {
  const given = channel(...Object.entries(properties).map(([id, [group]]) => ofClass(id, group)));
  const known = Object.fromEntries(Object.entries(properties).map(([id, [, value]]) => [id, value]));
  return renderTile(tile({}), given, values(known), {}, moment);
}

describe('severity of a tile', () => {
  const rows: [group: string, value: unknown, severity: string, text?: string][] = [
    ['safety.smoke', true, 'alarm', 'Smoke'],
    ['safety.carbon-monoxide', true, 'alarm', 'Carbon monoxide'],
    ['safety.gas', 'true', 'alarm', 'Gas'],
    ['safety.water-leak', true, 'alarm', 'Water leak'],
    ['safety.alarm', true, 'alarm', 'Siren'],
    ['safety.alarm-alarm-2', true, 'alarm', 'Siren'],
    ['safety.smoke', false, 'normal'],
    ['safety.smoke', undefined, 'normal'],
    ['safety.test', true, 'normal'],
    ['security.locked', false, 'attention', 'Unlocked'],
    ['security.locked', true, 'normal'],
    ['security.locked', undefined, 'normal'],
    ['security.lock-state', 'not_fully_locked', 'attention', 'Not fully locked'],
    ['security.tamper', true, 'attention', 'Tampered'],
    ['security.occupancy', true, 'normal'],
    ['battery.battery-low', true, 'attention', 'Battery low'],
    ['battery.battery-low', false, 'normal'],
    ['battery.battery', 15, 'attention', 'Battery low'],
    ['battery.battery', 16, 'normal'],
    ['battery.battery', 'full', 'normal'],
    ['', true, 'normal'],
  ];
  for (const [group, value, severity, text] of rows)
    test(`the severity of a tile is ${severity} when ${group || 'a property without a class'} is ${value}`, () => {
      const rendered = renderComponent({ it: [group, value] });
      assert.deepEqual([rendered.severity, rendered.condition?.text], [severity, text]);
    });

  const accessRows: [access: unknown, severity: string][] = [
    ['ok', 'normal'],
    ['connected', 'normal'],
    ['remote_control_disabled', 'normal'],
    ['unreachable', 'attention'],
    ['no_power', 'attention'],
    ['something new', 'attention'],
  ];
  for (const [access, severity] of accessRows)
    test(`the severity of a tile is ${severity} when the device reports the access ${access}`, () => {
      const rendered = renderTile(tile({}), channel(), values({ access }));
      assert.deepEqual(
        [rendered.severity, rendered.condition?.kind],
        [severity, rendered.condition && 'unreachable'],
      );
    });

  test('marks a door for attention when it has been open for ten minutes', () => {
    const open = (minutes: number) =>
      renderComponent({ open: ['security.open', true] }, { now: NOW, since: since('open', minutes) });
    assert.equal(open(9).severity, 'normal');
    assert.equal(open(9).dueAt, NOW + MINUTE);
    assert.deepEqual(
      [open(10).severity, open(10).condition?.since, open(10).dueAt],
      ['attention', NOW - 10 * MINUTE, undefined],
    );
    assert.equal(renderComponent({ open: ['security.open', true] }, { now: NOW }).severity, 'normal');
    const shut = renderComponent({ open: ['security.open', false] }, { now: NOW, since: since('open', 60) });
    assert.deepEqual([shut.severity, shut.dueAt], ['normal', undefined]);
  });

  test('raises an alarm for smoke even when the device is unreachable and its battery is low', () => {
    const rendered = renderTile(
      tile({}),
      channel(ofClass('battery', 'battery.battery'), ofClass('smoke', 'safety.smoke')),
      values({ battery: 3, smoke: true, access: 'unreachable' }),
      {},
      { now: NOW, since: since('smoke', 2) },
    );
    assert.deepEqual(rendered.condition, {
      kind: 'smoke',
      severity: 'alarm',
      text: 'Smoke',
      short: 'Smoke',
      component: 'lamp-1',
      property: 'smoke',
      since: NOW - 2 * MINUTE,
    });
  });

  test('ignores a property that is never reported or belongs to another component', () => {
    const sent = channel(ofClass('alarm', 'safety.alarm', 'w'));
    assert.equal(renderTile(tile({}), sent, values({ alarm: true })).severity, 'normal');
    const other = channel({ ...ofClass('smoke', 'safety.smoke'), components: ['fan'] });
    assert.equal(renderTile(tile({}), other, values({ smoke: true })).severity, 'normal');
  });
});

describe('valuesOfTile', () => {
  test('returns what the tile shows and switches, and what decides its severity, each once', () => {
    const given = tile({ information: [information('text', 'smoke')], actions: [triState('on')] });
    const found = valuesOfTile(
      given,
      channel(property('on'), ofClass('smoke', 'safety.smoke'), property('z')),
    );
    assert.deepEqual(found, [
      { component: 'lamp-1', property: 'smoke' },
      { component: 'lamp-1', property: 'on' },
      { component: 'lamp-1', property: 'access' },
    ]);
  });
});

describe('open state of a tile', () => {
  const rows: [group: string, value: unknown, state: OpenState | undefined][] = [
    ['security.locked', true, 'locked'],
    ['security.locked', false, 'unlocked'],
    ['security.open', true, 'open'],
    ['security.open', false, 'closed'],
    ['security.open', undefined, undefined],
    ['security.occupancy', true, undefined],
  ];
  for (const [group, value, state] of rows)
    test(`the open state of a tile is ${state} when ${group} is ${value}`, () =>
      assert.equal(renderComponent({ it: [group, value] }).openState, state));
});

describe('colour of a lamp', () => {
  const given = tile({
    information: [
      information('icon-color', 'color', { char: 'x' }),
      information('text-expression', 'white', { mathExpression: '1000000 / x', suffix: ' K' }),
    ],
  });
  const lamp = channel(ofClass('color', 'lighting.color'), ofClass('white', 'lighting.color-temperature'));
  const known = values({ color: { h: 0, s: 100, v: 100 }, white: 500 });
  const shown = (color: number, white: number) => {
    const times = new Map([...since('color', color), ...since('white', white)]);
    const rendered = renderTile(given, lamp, known, {}, { now: NOW, since: times });
    return [rendered.color !== undefined, rendered.slots[0]?.isRelevant];
  };

  test('shows the colour of a lamp only when it was set after the white temperature', () => {
    assert.deepEqual(shown(1, 5), [true, false]);
    assert.deepEqual(shown(5, 1), [false, true]);
    assert.deepEqual(shown(5, 5), [false, true]);
  });
});

describe('slot of a tile', () => {
  const lamp = (on: unknown) => {
    const given = tile({
      information: [information('text', 'it'), information('text', 'warmth')],
      actions: [triState('on')],
    });
    const known = values({ on, it: 62, warmth: 21 });
    const properties = (group: string) =>
      channel(ofClass('it', group), ofClass('warmth', 'climate.temperature'), property('on'));
    return (group: string) =>
      renderTile(given, properties(group), known).slots.map((each) => each.isRelevant);
  };

  test('marks a slot as irrelevant when it describes the operation of a device that is switched off', () => {
    assert.deepEqual(lamp(false)('lighting.brightness'), [false, true]);
    assert.deepEqual(lamp(true)('lighting.brightness'), [true, true]);
    assert.deepEqual(lamp(undefined)('lighting.brightness'), [true, true]);
  });

  test('marks a slot as irrelevant when it is a battery level or has no value', () => {
    assert.deepEqual(lamp(true)('battery.battery'), [false, true]);
    const rendered = renderTile(tile({ information: [information('text', 'it')] }), channel(), values({}));
    assert.equal(rendered.slots[0]?.isRelevant, false);
  });
});
