import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { UnknownUnitError } from './errors.ts';
import { format, formatNumber } from './format.ts';

const shown: [value: number, unit: string, text: string][] = [
  [21.04, 'celsius', '21 °C'],
  [21.06, '°C', '21.1 °C'],
  [-0.04, 'celsius', '0 °C'],
  [-0, 'celsius', '0 °C'],
  [-0.06, 'celsius', '-0.1 °C'],
  [1.005, 'inch', '1.01 in'],
  [2.5, 'hertz', '3 Hz'],
  [-2.5, 'hertz', '-3 Hz'],
  [1234567, 'lux', '1234567 lx'],
  [1e21, 'lux', '1000000000000000000000 lx'],
  [0.00001, 'watt', '0 W'],
  [42, 'number', '42'],
  [Number.NaN, 'celsius', '--'],
  [Number.POSITIVE_INFINITY, 'celsius', '--'],
  [Number.NEGATIVE_INFINITY, 'celsius', '--'],
];

const localized: [locale: string, text: string][] = [
  ['de-DE', '1.234,5 °C'],
  ['en_US', '1,234.5 °C'],
  ['not a locale', '1,234.5 °C'],
  ['', '1,234.5 °C'],
];

describe('format', () => {
  for (const [value, unit, text] of shown)
    it(`shows ${value} in ${unit} as ${text}`, () => {
      assert.equal(format(value, unit), text);
    });

  for (const [locale, text] of localized)
    it(`shows 1234.5 in the locale "${locale}" as ${text}`, () => {
      assert.equal(format(1234.5, 'celsius', { locale }), text);
    });

  it('throws UnknownUnitError for a text that is not a unit', () => {
    assert.throws(() => format(1, 'furlong'), UnknownUnitError);
  });

  it('rounds to within half of the last decimal, without trailing zeros', () => {
    const reading = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(reading, fc.nat(4), (value, decimalPlaces) => {
        const text = formatNumber(value, decimalPlaces);
        assert.match(text, /^(-(?!0$))?(0|[1-9]\d*)(\.\d*[1-9])?$/);
        assert.ok((text.split('.')[1] ?? '').length <= decimalPlaces);
        assert.ok(Math.abs(Number(text) - value) <= 0.5 * 10 ** -decimalPlaces + 1e-6);
      }),
    );
  });
});
