import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { canConvert, convert } from './convert.ts';
import { NoConversionError, UnknownUnitError } from './errors.ts';
import { unitSpecOf } from './format.ts';
import { resolveUnit } from './resolve-unit.ts';
import { unitsTableV2 } from './units-table-v2.ts';

const { from: legend, ...conversions } = unitsTableV2.unitCalc;
const pairs = Object.entries(conversions).flatMap(([from, targets]) =>
  Object.keys(targets).map((to) => [from, to] as const),
);

// Positive, so that reciprocal units have no pole in the range; wide enough for lux, pascals and watts.
const readings = fc.double({ min: 0.01, max: 200_000, noNaN: true });

const known: [value: number, from: string, to: string, expected: number][] = [
  [100, 'foot', 'centimeter', 3048],
  [100, 'feet', 'centimeter', 3048],
  [1, 'grain', 'milligram', 64.79891],
  [1, 'gallon', 'liter', 4.54609],
  [1, 'gallonus', 'liter', 3.785411784],
  [-40, '°C', '°F', -40],
  [0, 'kelvin', 'celsius', -273.15],
  [250, 'mired', 'K', 4000],
  [4000, 'K', 'mired', 250],
  [10, 'kmpl', 'lp100km', 10],
  [5, 'lp100km', 'kmpl', 20],
  [1013.25, 'hPa', 'inhg', 29.921255579748475],
  [2, 'bar', 'psi', 29.007547546041842],
  [1, 'kWh', 'joule', 3_600_000],
  [1, 'm³', 'liter', 1000],
  [10, 'mgdl', 'mgpl', 100],
  [1, 'footcandle', 'lux', 10.76391041670972],
  [7, 'hertz', 'hertz', 7],
];

describe('convert', () => {
  for (const [value, from, to, expected] of known)
    it(`converts ${value} ${from} to ${expected} ${to}`, () => {
      assertClose(convert(value, from, to), expected, 1e-12);
    });

  for (const [from, to] of pairs)
    it(`converts from ${from} to ${to} and back within the displayed decimals`, () => {
      const tolerance = 0.5 * 10 ** -unitSpecOf(from).decimalPlaces;
      fc.assert(
        fc.property(readings, (value) => {
          const back = convert(convert(value, from, to), to, from);
          assert.ok(Math.abs(back - value) < tolerance / 1000, `${value} came back as ${back}`);
        }),
        { numRuns: 50 },
      );
    });

  it('returns the same value when converting through a third unit', () => {
    const sameQuantity = (from: string) => Object.keys(conversions[from] ?? {});
    const ways = pairs.flatMap(([a, b]) =>
      sameQuantity(b)
        .filter((c) => c !== resolveUnit(a))
        .map((c) => [a, b, c] as const),
    );
    fc.assert(
      fc.property(readings, fc.constantFrom(...ways), (value, [a, b, c]) => {
        assertClose(convert(convert(value, a, b), b, c), convert(value, a, c), 1e-9);
      }),
      { numRuns: 5000 },
    );
  });

  it('throws UnknownUnitError with the text that is not a unit', () => {
    for (const text of ['furlong', 'constructor', '__proto__', 'from'])
      assert.throws(() => convert(1, text, 'meter'), new UnknownUnitError(text));
  });

  it('throws NoConversionError with both units when their quantities differ', () => {
    assert.throws(() => convert(1, '°C', 'm'), new NoConversionError('celsius', 'meter'));
    assert.equal(canConvert('celsius', 'meter'), false);
    assert.equal(canConvert('celsius', 'fahrenheit'), true);
    assert.equal(canConvert('ph', 'ph'), true);
  });
});

function assertClose(actual: number, expected: number, relative: number): void {
  const tolerance = relative * Math.max(1, Math.abs(expected));
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
}
