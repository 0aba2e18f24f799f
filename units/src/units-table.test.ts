import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { compileExpression } from './expression/compile.ts';
import { type UnitSpec, unitsTable, unitsTableText } from './units-table.ts';

// The rows of the two tables of spec 2.6.
const unitRows = `
| celsius | ' °C' | 1 | metric P |
| millimeter | ' mm' | 2 | metric |
| centimeter | ' cm' | 2 | metric |
| meter | ' m' | 1 | metric P |
| kilometer | ' km' | 1 | metric |
| milligram | ' mg' | 2 | metric |
| gram | ' gr' | 1 | metric P |
| kilogram | ' kg' | 1 | metric |
| milliliter | ' ml' | 2 | metric |
| liter | ' l' | 1 | metric P |
| lp100km | ' l/100km' | 1 | metric |
| kmpl | ' km/L' | 1 | metric P |
| mps | ' m/s' | 1 | metric P |
| kmph | ' km/h' | 0 | metric |
| watt | ' W' | 4 | metric P |
| kilowatt | ' kW' | 2 | metric |
| mbar | ' mbar' | 1 | metric P |
| bar | ' bar' | 0 | metric |
| pascal | ' Pa' | 0 | metric |
| volt | ' V' | 0 | metric |
| ampere | ' A' | 3 | metric |
| hertz | ' Hz' | 0 | metric |
| kph | ' kWh' | 0 | metric (named kilowatt hour) |
| fahrenheit | ' °F' | 1 | imperial |
| inch | ' in' | 2 | imperial |
| foot | ' ft' | 2 | imperial |
| yard | ' yd' | 2 | imperial |
| mile | ' mi' | 2 | imperial |
| grain | ' gr' | 2 | imperial |
| ounce | ' oz' | 2 | imperial |
| pound | ' lb' | 1 | imperial |
| gallon | ' gal' | 2 | imperial |
| mpg | ' mpg' | 0 | imperial |
| mpgus | ' mpg (US)' | 0 | imperial |
| fps | ' fps' | 0 | imperial |
| mph | ' mph' | 1 | imperial |
| horsepower | ' hp' | 4 | imperial |
| psi | ' psi' | 1 | imperial |
| inhg | ' inHg' | 1 | imperial |
| mmhg | ' mmHg' | 0 | none |
| kelvin | ' °K' | 0 | none |
| lux | ' lx' | 0 | none |
| millisecond | ' ms' | 0 | none |
| second | ' s' | 0 | none |
| hour | ' h' | 0 | none |
| minute | ' min' | 0 | none |
| lumen | ' lm' | 0 | none |
| rpm | ' r/min' | 0 | none |
| bpm | ' bpm' | 0 | none |
| spo2 | ' SpO2' | 0 | none |
| ppm | ' ppm' | 0 | none |
| decibel | ' dB' | 0 | none |
| mgdl | ' mg/dL' | 0 | none |
| calorie | ' cal' | 0 | none |
`;

const conversionRows = `
| fahrenheit | celsius: (x - 32) / 1.8 |
| inch | millimeter: x / 0.03937; centimeter: x / 0.3937 |
| feet | centimeter: x / 30.5 |
| yard | meter: x * 0.9144; kilometer: x * 0.0009144; mile: x / 1760 |
| mile | kilometer: x / 0.6214; meter: x * 1609.34; yard: x * 1760 |
| meter | kilometer: x * 0.001; yard: x / 0.9144; mile: x / 1609.34 |
| kilometer | meter: x * 1000; yard: x * 1093.61; mile: x * 0.621371 |
| grain | milligram: x * 0.015432358 |
| ounce | gram: x / 0.03527 |
| pound | kilogram: x / 2.2046 |
| gallon | liter: x * 4.5 |
| mpg | kmpl: x * 0.354006 |
| mpgus | kmpl: x * 0.4251 |
| fps | mps: x * 0.3048 |
| mph | kmph: x * 1.609344; mps: x * 0.44704 |
| horsepower | watt: x * 745.7; kilowatt: x * 0.7457 |
| kilowatt | watt: x * 1000; horsepower: x / 0.7457 |
| watt | kilowatt: x / 1000; horsepower: x / 745.7 |
| psi | bar: x * 0.0689476; mbar: x * 68.9476 |
| inhg | mbar: x * 33.8639 |
| celsius | fahrenheit: (x * 1.8) + 32 |
| millimeter | inch: x * 0.03937 |
| centimeter | inch: x * 0.3937; foot: x / 30.5 |
| milligram | grain: x * 0.015432358 |
| gram | ounce: x * 0.03527 |
| kilogram | pound: x * 2.2046 |
| liter | gallon: x / 4.5 |
| kmpl | mpgus: x / 0.4251; mpg: x / 0.354006 |
| mps | fps: x / 0.3048; mph: x / 0.44704 |
| kmph | mph: x / 1.609344 |
| bar | psi: x / 0.0689476 |
| mbar | psi: x / 68.9476; inhg: x / 33.8639 |
| second | hour: x/3600 |
`;

const names: Record<string, string> = { kph: 'kilowatt hour' };

describe('units table of the contract', () => {
  for (const [key = '', quotedSuffix = '', decimals, use = ''] of rows(unitRows))
    it(`describes the unit ${key} as in spec 2.6`, () => {
      const { name, ...shown } = entry(key);
      const [system] = use.split(' ');
      assert.deepEqual(shown, {
        prefix: '',
        suffix: quotedSuffix.slice(1, -1),
        decimalPlaces: Number(decimals),
        ...(system === 'none' ? {} : { unitSystem: system }),
        ...(use.endsWith(' P') ? { public: true } : {}),
      });
      assert.equal(typeof name.plural, 'string');
      assert.match(name.singular, names[key] ? new RegExp(`^${names[key]}$`) : /./);
    });

  for (const [from = '', conversions = ''] of rows(conversionRows))
    it(`converts ${from} as in spec 2.6`, () => {
      const expected = conversions.split('; ').map((conversion) => conversion.split(': '));
      assert.deepEqual(unitsTable.unitCalc[from], Object.fromEntries(expected));
    });

  it('contains no other units, conversions or members', () => {
    const { from, ...conversions } = unitsTable.unitCalc;
    assert.deepEqual(Object.keys(unitsTable), ['version', 'unitSpec', 'unitCalc']);
    assert.deepEqual(
      Object.keys(unitsTable.unitSpec),
      rows(unitRows).map(([key]) => key),
    );
    assert.deepEqual(
      Object.keys(conversions),
      rows(conversionRows).map(([key]) => key),
    );
    assert.deepEqual(from, { to: 'expression' });
    assert.equal(Object.keys(unitsTable.unitCalc)[0], 'from');
  });

  it('has 54 units and 33 sources with 51 conversions', () => {
    const { from, ...conversions } = unitsTable.unitCalc;
    assert.equal(Object.keys(unitsTable.unitSpec).length, 54);
    assert.equal(Object.keys(conversions).length, 33);
    assert.equal(expressions().length, 51);
  });

  it('has only expressions that compile', () => {
    for (const expression of expressions()) assert.ok(Number.isFinite(compileExpression(expression)(7)));
  });

  it('equals the bytes of the file of the units table', () => {
    assert.equal(unitsTableText, readFileSync(new URL('../units_table.json', import.meta.url), 'utf8'));
  });
});

function rows(table: string): string[][] {
  const lines = table.trim().split('\n');
  return lines.map((line) => line.slice(2, -2).split(' | '));
}

function entry(key: string): UnitSpec {
  const spec = unitsTable.unitSpec[key];
  assert.ok(spec, `no entry for ${key}`);
  return spec;
}

function expressions(): string[] {
  const { from, ...conversions } = unitsTable.unitCalc;
  return Object.values(conversions).flatMap((targets) => Object.values(targets));
}
