import { describe, expect, it } from 'vitest';
import { findByWords } from './search-words.ts';

const devices = [
  { name: 'Sofa lamp Living room', state: 'On' },
  { name: 'Ceiling light Kitchen', state: 'Off' },
  { name: 'Left window Kitchen contact', state: 'Open' },
  { name: 'Right window Kitchen contact', state: 'Closed' },
  { name: 'Radiator Bedroom thermostat', state: '21 °C' },
];

const find = (text: string) =>
  findByWords(devices, text, ({ name, state }) => ({ known: name, states: () => [state] })).map(
    ({ name }) => name,
  );

describe('findByWords', () => {
  it.each([
    ['a synonym', 'bulb', ['Sofa lamp Living room', 'Ceiling light Kitchen']],
    ['a plural and a state', 'open windows', ['Left window Kitchen contact']],
    ['a synonym and a state', 'lights on', ['Sofa lamp Living room']],
    ['a word without its accents', 'sófa', ['Sofa lamp Living room']],
    ['nothing', '', devices.map(({ name }) => name)],
  ])('finds by %s', (_what, text, expected) => {
    expect(find(text)).toEqual(expected);
  });

  it.each([
    ['a letter is missing', 'ligt', ['Sofa lamp Living room', 'Ceiling light Kitchen']],
    ['a letter is too many', 'radiiator', ['Radiator Bedroom thermostat']],
    ['a letter is wrong', 'bedreom', ['Radiator Bedroom thermostat']],
    ['two letters are swapped', 'kithcen right', ['Right window Kitchen contact']],
    ['it is a plural', 'ligts on', ['Sofa lamp Living room']],
    ['it is a state', 'opne kitchen', ['Left window Kitchen contact']],
  ])('finds a misspelt word when %s', (_what, text, expected) => {
    expect(find(text)).toEqual(expected);
  });

  it('corrects no word that is found as it is, and no short one', () => {
    expect(find('left')).toEqual(['Left window Kitchen contact']);
    expect(find('sof lump')).toEqual(['Sofa lamp Living room']);
    expect(find('sxf')).toEqual([]);
    expect(find('kichn')).toEqual([]);
  });
});
