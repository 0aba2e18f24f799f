import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Property } from '@azulejo/contract';
import { celsius, channel, information, property, switched, tile, units, values } from '../testing/device.ts';
import { renderTile } from './render-tile.ts';
import type { DisplayPreferences } from './slot.ts';

type SlotRow = [
  rule: string,
  type: Parameters<typeof information>[0],
  options: object,
  members: Partial<Property>,
  value: unknown,
  expected: string,
  preferences?: DisplayPreferences,
];

const picker = {
  controlInterfaces: [
    {
      id: 'mode',
      controlInterface: 'text-picker' as const,
      config: { options: [{ label: 'Away from home', value: 'away' }, { label: 'Two', value: 2 }, null] },
    },
  ],
};
const contact = {
  controlInterfaces: [{ id: 'on', controlInterface: 'switch' as const, config: { on: 'Open', off: 3 } }],
};
const imperial: DisplayPreferences = { units: 'imperial' };

const slotRows: SlotRow[] = [
  ['a value not known yet is --', 'text', {}, {}, undefined, '--|'],
  ['null is --', 'text', {}, {}, null, '--|'],
  ['an object is no text', 'text', {}, {}, { a: 1 }, '--|'],
  ['text stays as it is', 'text', {}, {}, 'standby', 'standby|'],
  ['a number stays as it is', 'text', {}, {}, 21.25, '21.25|'],
  ['binary noise is left out', 'text', {}, {}, 0.1 + 0.2, '0.3|'],
  ['a boolean reads as yes or no', 'text', {}, {}, true, 'Yes|'],
  ['a boolean of a switch reads as on or off', 'text', {}, switched, false, 'Off|'],
  ['a boolean reads by the words of its switch', 'text', {}, contact, true, 'Open|'],
  ['a switch with one word has the other by default', 'text', {}, contact, false, 'Off|'],
  ['a picked value reads as its label', 'text', {}, picker, 'away', 'Away from home|'],
  ['a picked number reads as its label', 'text', {}, picker, 2, 'Two|'],
  ['a value outside the picker stays', 'text', {}, picker, 'holiday', 'holiday|'],
  ['an unknown type is plain text', 'date' as 'text', {}, {}, '2026-01-02', '2026-01-02|'],

  ['metric readers get the metric unit', 'text-unit', {}, celsius, 21.5, '21.5|°C'],
  ['imperial readers get the imperial unit', 'text-unit', {}, celsius, 21.5, '70.7|°F', imperial],
  [
    'a battery has no decimals',
    'text-unit',
    { suffix: '%' },
    { classes: ['com.muzzley.properties.battery.battery'] },
    85.4,
    '85|%',
  ],
  ['unit decimals are a maximum', 'text-unit', {}, celsius, 21.04, '21|°C'],
  ['the unit is there before the value', 'text-unit', {}, celsius, undefined, '--|°C'],
  ['a number in text is a number', 'text-unit', {}, celsius, '21.5', '70.7|°F', imperial],
  ['words in place of a number stay', 'text-unit', {}, celsius, 'offline', 'offline|'],
  [
    'inputUnit does not decide where the property does',
    'text-unit',
    { inputUnit: 'kelvin' },
    celsius,
    20,
    '20|°C',
  ],
  [
    'inputUnit is used where the property names no unit',
    'text-unit',
    { inputUnit: 'celsius' },
    {},
    20,
    '20|°C',
  ],
  [
    'without targets the unit stays',
    'text-unit',
    {},
    { unitsOptions: units('watt', '', '') },
    12,
    '12|W',
    imperial,
  ],
  [
    'a unit without conversion stays',
    'text-unit',
    {},
    { unitsOptions: units('lux', 'celsius', 'foot') },
    7,
    '7|lx',
  ],
  [
    'an unknown unit is shown as it is written',
    'text-unit',
    {},
    { unitsOptions: units('zorkmid', '', '') },
    7,
    '7|zorkmid',
  ],
  ['without any unit the suffix is drawn', 'text-unit', { suffix: ' pts' }, {}, 7, '7|pts'],

  [
    'an expression is computed',
    'text-expression',
    { mathExpression: 'x / 2.54 * 100', suffix: ' %' },
    {},
    2,
    '78.7|%',
  ],
  ['no decimal of thousands', 'text-expression', { mathExpression: '1000000 / x' }, {}, 370, '2703|'],
  ['one decimal at most', 'text-expression', { mathExpression: 'x / 3' }, {}, 1, '0.3|'],
  ['whole results have none', 'text-expression', { mathExpression: 'x * 100' }, {}, 0.5, '50|'],
  ['a number in text is computed', 'text-expression', { mathExpression: 'x + 1' }, {}, '2', '3|'],
  [
    'other values stay as they are',
    'text-expression',
    { mathExpression: 'x + 1', suffix: '%' },
    {},
    'full',
    'full|',
  ],
  ['without an expression the value stays', 'text-expression', { suffix: '%' }, {}, 55, '55|%'],
  ['a bad expression leaves the value', 'text-expression', { mathExpression: 'process.exit()' }, {}, 4, '4|'],
  ['what has no result is --', 'text-expression', { mathExpression: '1 / x', suffix: 's' }, {}, 0, '--|s'],
  ['the prefix is left out', 'text-expression', { mathExpression: 'x', prefix: '~' }, {}, 4, '4|'],
  [
    'the suffix is there before the value',
    'text-expression',
    { mathExpression: 'x', suffix: ' %' },
    {},
    undefined,
    '--|%',
  ],
  [
    'a locale decides the decimal sign',
    'text-expression',
    { mathExpression: 'x' },
    {},
    2.5,
    '2,5|',
    { locale: 'pt-PT' },
  ],
];

for (const [rule, type, options, members, value, expected, preferences] of slotRows) {
  test(`renders a slot: ${rule} (${type})`, () => {
    const rendered = renderTile(
      tile({ information: [information(type, 'p', options)] }),
      channel(property('p', members)),
      values({ p: value }),
      preferences,
    );
    assert.equal(rendered.slots.map(({ text, unit }) => `${text}|${unit}`).join(), expected);
  });
}

test('returns the converted value of a slot in addition to its text', () => {
  const given = tile({ information: [information('text-unit', 'p')] });
  const [slot] = renderTile(given, channel(property('p', celsius)), values({ p: 100 }), imperial).slots;
  assert.deepEqual(slot, {
    component: 'lamp-1',
    property: 'p',
    label: 'The p',
    value: 212,
    text: '212',
    unit: '°F',
    isRelevant: true,
  });
});

test('labels a slot by the information, else the property, else the property’s id', () => {
  const labelled = { ...information('text', 'a'), label: 'Mine' };
  const given = tile({ information: [labelled, information('text', 'unknown')] });
  const rendered = renderTile(given, channel(property('a')), values({}));
  assert.deepEqual(
    rendered.slots.map(({ label }) => label),
    ['Mine', 'unknown'],
  );
  const plain = renderTile(
    tile({ information: [information('text', 'a')] }),
    channel(property('a')),
    values({}),
  );
  assert.equal(plain.slots[0]?.label, 'The a');
});
