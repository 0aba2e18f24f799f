import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { displayValue, unitFor } from './display.ts';
import { UnknownUnitError } from './errors.ts';

const temperature = { vendorUnit: 'celsius', targetMetric: 'celsius', targetImperial: 'fahrenheit' };
const none = { vendorUnit: '', targetMetric: '', targetImperial: '' };

describe('unitFor', () => {
  it('is the target of the person’s system', () => {
    assert.equal(unitFor(temperature, 'metric'), 'celsius');
    assert.equal(unitFor(temperature, 'imperial'), 'fahrenheit');
  });

  it('is the vendor’s unit where no target is named', () => {
    assert.equal(unitFor({ ...none, vendorUnit: 'lx' }, 'imperial'), 'lux');
    assert.equal(unitFor(none, 'metric'), 'number');
  });

  it('refuses what is no unit', () => {
    assert.throws(() => unitFor({ ...temperature, targetMetric: 'furlong' }, 'metric'), UnknownUnitError);
  });
});

describe('displayValue', () => {
  it('converts, rounds and names the unit', () => {
    assert.deepEqual(displayValue(21.53, temperature, 'imperial'), {
      value: 70.754,
      unit: 'fahrenheit',
      number: '70.8',
      symbol: '°F',
      text: '70.8 °F',
    });
  });

  it('shows what a person set in another unit as it was set, whatever step the device took', () => {
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

  it('stays in the vendor’s unit where the target cannot be reached', () => {
    for (const targetMetric of ['meter', 'furlong'])
      assert.equal(displayValue(21.5, { ...temperature, targetMetric }, 'metric').text, '21.5 °C');
  });

  it('shows an unknown vendor unit in the vendor’s words', () => {
    const shown = displayValue(3.26, { ...temperature, vendorUnit: 'furlong' }, 'metric');
    assert.deepEqual([shown.unit, shown.symbol, shown.text], [undefined, 'furlong', '3.3 furlong']);
  });

  it('has no number for what is none', () => {
    for (const options of [temperature, { ...none, vendorUnit: 'furlong' }]) {
      const { number, text } = displayValue(Number.NaN, options, 'metric');
      assert.deepEqual([number, text], ['--', '--']);
    }
  });

  it('follows the locale', () => {
    assert.equal(displayValue(21.5, temperature, 'metric', { locale: 'pt-PT' }).text, '21,5 °C');
  });
});
