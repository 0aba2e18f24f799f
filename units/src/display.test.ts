import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { displayValue, unitFor } from './display.ts';
import { UnknownUnitError } from './errors.ts';

const temperature = { vendorUnit: 'celsius', targetMetric: 'celsius', targetImperial: 'fahrenheit' };
const none = { vendorUnit: '', targetMetric: '', targetImperial: '' };

describe('unitFor', () => {
  it('returns the target of the user’s system', () => {
    assert.equal(unitFor(temperature, 'metric'), 'celsius');
    assert.equal(unitFor(temperature, 'imperial'), 'fahrenheit');
  });

  it('returns the vendor’s unit when there is no target', () => {
    assert.equal(unitFor({ ...none, vendorUnit: 'lx' }, 'imperial'), 'lux');
    assert.equal(unitFor(none, 'metric'), 'number');
  });

  it('throws UnknownUnitError for a text that is not a unit', () => {
    assert.throws(() => unitFor({ ...temperature, targetMetric: 'furlong' }, 'metric'), UnknownUnitError);
  });
});

describe('displayValue', () => {
  it('converts and rounds the value, and returns its unit', () => {
    assert.deepEqual(displayValue(21.53, temperature, 'imperial'), {
      value: 70.754,
      unit: 'fahrenheit',
      number: '70.8',
      symbol: '°F',
      text: '70.8 °F',
    });
  });

  it('shows a value set in another unit as the user set it, for any step of the device', () => {
    const setPoint = (value: number, step: number) =>
      displayValue(value, temperature, 'imperial', { step }).text;
    const nearest = (fahrenheit: number) => Math.round(((fahrenheit - 32) / 1.8) * 2) / 2;
    for (let fahrenheit = 41; fahrenheit <= 86; fahrenheit += 1)
      assert.equal(setPoint(nearest(fahrenheit), 0.5), `${fahrenheit} °F`);
    assert.equal(setPoint(21.1, 0.1), '70 °F');
    assert.equal(setPoint(21.2, 0.1), '70.2 °F');
    assert.equal(displayValue(21.5, temperature, 'metric', { step: 0.5 }).text, '21.5 °C');
  });

  it('shows a value without unit options with one decimal', () => {
    assert.equal(displayValue(3.26, none, 'imperial').text, '3.3');
  });

  it('shows the vendor’s unit when the target is unknown or measures something else', () => {
    for (const targetMetric of ['meter', 'furlong'])
      assert.equal(displayValue(21.5, { ...temperature, targetMetric }, 'metric').text, '21.5 °C');
  });

  it('shows an unknown vendor unit by its own text', () => {
    const shown = displayValue(3.26, { ...temperature, vendorUnit: 'furlong' }, 'metric');
    assert.deepEqual([shown.unit, shown.symbol, shown.text], [undefined, 'furlong', '3.3 furlong']);
  });

  it('shows -- for a value that is not a number', () => {
    for (const options of [temperature, { ...none, vendorUnit: 'furlong' }]) {
      const { number, text } = displayValue(Number.NaN, options, 'metric');
      assert.deepEqual([number, text], ['--', '--']);
    }
  });

  it('rounds only large values of a unit to whole numbers', () => {
    const volts = { vendorUnit: 'volt', targetMetric: 'volt', targetImperial: 'volt' };
    const shown = [231.4, 12.5, 3.021, -12.5, 12].map((value) => displayValue(value, volts, 'metric').text);
    assert.deepEqual(shown, ['231 V', '12.5 V', '3.02 V', '-12.5 V', '12 V']);
  });

  it('formats the number by the locale', () => {
    assert.equal(displayValue(21.5, temperature, 'metric', { locale: 'pt-PT' }).text, '21,5 °C');
  });
});
