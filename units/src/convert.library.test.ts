import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convert as convertByLibrary, type Unit } from 'convert';
import { convert } from './convert.ts';

// Maps our keys to the library's names. The library has only seven digits of some factors.
const relativeTolerance = 1e-6;
const sharedUnits: Record<string, Record<string, Unit>> = {
  temperature: { celsius: 'celsius', fahrenheit: 'fahrenheit', kelvin: 'kelvin' },
  length: {
    micrometer: 'micrometer',
    millimeter: 'millimeter',
    centimeter: 'centimeter',
    meter: 'meter',
    kilometer: 'kilometer',
    inch: 'inch',
    foot: 'foot',
    yard: 'yard',
    mile: 'mile',
  },
  area: { squaremeter: 'square meter', squarefoot: 'square foot' },
  volume: {
    milliliter: 'milliliter',
    liter: 'liter',
    cubicmeter: 'cubic meter',
    cubicfoot: 'cubic foot',
    gallon: 'imperial gallon',
    gallonus: 'gallon',
  },
  mass: {
    milligram: 'milligram',
    gram: 'gram',
    kilogram: 'kilogram',
    grain: 'grain',
    ounce: 'ounce',
    pound: 'pound',
  },
  time: {
    millisecond: 'millisecond',
    centisecond: 'centisecond',
    second: 'second',
    decasecond: 'decasecond',
    minute: 'minute',
    hour: 'hour',
    day: 'day',
    week: 'week',
  },
  pressure: {
    pascal: 'pascal',
    hectopascal: 'hectopascal',
    kilopascal: 'kilopascal',
    mbar: 'millibar',
    bar: 'bar',
    psi: 'psi',
    inhg: 'inHg',
    mmhg: 'torr',
  },
  energy: {
    joule: 'joule',
    kilojoule: 'kilojoule',
    megajoule: 'megajoule',
    watthour: 'Wh',
    kph: 'kWh',
    megawatthour: 'MWh',
  },
  power: {
    milliwatt: 'milliwatt',
    watt: 'watt',
    kilowatt: 'kilowatt',
    megawatt: 'megawatt',
    horsepower: 'horsepower',
  },
  frequency: { hertz: 'hertz', kilohertz: 'kilohertz', megahertz: 'megahertz' },
};

// Units that the library lacks, as a ratio of two units that it has.
const derivedUnits: Record<string, Record<string, [above: Unit, below: Unit]>> = {
  speed: {
    mps: ['meter', 'second'],
    mmps: ['millimeter', 'second'],
    kmph: ['kilometer', 'hour'],
    fps: ['foot', 'second'],
    mph: ['mile', 'hour'],
  },
  rainfall: { mmph: ['millimeter', 'hour'], inph: ['inch', 'hour'] },
  flow: {
    lpmin: ['liter', 'minute'],
    lph: ['liter', 'hour'],
    m3ph: ['cubic meter', 'hour'],
    gpmus: ['gallon', 'minute'],
  },
  fuelEconomy: { kmpl: ['kilometer', 'liter'], mpg: ['mile', 'imperial gallon'], mpgus: ['mile', 'gallon'] },
};

describe('conversion factors', () => {
  for (const [quantity, units] of Object.entries(sharedUnits))
    it(`agrees with an independent library on ${quantity}`, () => {
      for (const [from, theirFrom] of Object.entries(units))
        for (const [to, theirTo] of Object.entries(units))
          assertAgreed(convert(37, from, to), byLibrary(37, theirFrom, theirTo), `${from} to ${to}`);
    });

  for (const [quantity, units] of Object.entries(derivedUnits))
    it(`agrees with an independent library on ${quantity}, a derived quantity`, () => {
      for (const [from, [above, below]] of Object.entries(units))
        for (const [to, [otherAbove, otherBelow]] of Object.entries(units)) {
          const expected = byLibrary(37, above, otherAbove) / byLibrary(1, below, otherBelow);
          assertAgreed(convert(37, from, to), expected, `${from} to ${to}`);
        }
    });
});

function byLibrary(value: number, from: Unit, to: Unit): number {
  const converted: unknown = convertByLibrary(value, from).to(to);
  assert.ok(typeof converted === 'number');
  return converted;
}

function assertAgreed(actual: number, expected: number, what: string): void {
  assert.ok(
    Math.abs(actual / expected - 1) < relativeTolerance,
    `${what}: ${actual}, the library says ${expected}`,
  );
}
