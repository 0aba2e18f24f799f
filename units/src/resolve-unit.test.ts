import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnknownUnitError } from './errors.ts';
import { findUnit, resolveUnit } from './resolve-unit.ts';
import { unitsTableV2 } from './units-table-v2.ts';

/** Every unit string of the device definitions in zigbee-herdsman-converters 26.112, by its unit. */
const deviceUnits: Record<string, readonly string[]> = {
  celsius: ['°C', 'C', '  C', 'ºC', '℃'],
  fahrenheit: ['°F', '℉'],
  kelvin: ['K'],
  mired: ['mired'],
  percent: ['%'],
  permille: ['‰'],
  ppm: ['ppm'],
  ppb: ['ppb'],
  lel: ['%LEL', 'LEL', 'LEL %'],
  millisecond: ['ms'],
  centisecond: ['10 ms'],
  second: ['s', 'sec', 'sec.', 'Sec', 'seconds', 'Seconds', 'S'],
  decasecond: ['10s'],
  minute: ['min', 'min.', 'minute', 'minutes'],
  hour: ['h', 'H', 'Hr', 'hour', 'hours', 'Hours'],
  day: ['d', 'day', 'Day', 'days'],
  month: ['month'],
  year: ['year'],
  watt: ['W', 'w', 'watt'],
  milliwatt: ['mWt'],
  kilowatt: ['kW'],
  watthour: ['Wh'],
  kph: ['kWh'],
  voltampere: ['VA'],
  kilovoltampere: ['kVA'],
  voltamperereactive: ['VAR', 'VAr'],
  varhour: ['VARh', 'VArh'],
  kilovarhour: ['kVArh'],
  volt: ['V', 'volt', 'Volt'],
  millivolt: ['mV'],
  ampere: ['A'],
  milliampere: ['mA'],
  hertz: ['Hz'],
  lux: ['lx', 'lux', 'Lx'],
  micrometer: ['µm'],
  millimeter: ['mm'],
  centimeter: ['cm'],
  meter: ['m', 'meters'],
  gram: ['g'],
  liter: ['L', 'liter'],
  cubicmeter: ['m³', 'm3'],
  gallonus: ['gal'],
  lph: ['L/h'],
  lpmin: ['L/min'],
  m3ph: ['m³/h'],
  gpmus: ['gal/min'],
  mps: ['m/s'],
  mmps: ['mm/s'],
  mmph: ['mm/h'],
  hectopascal: ['hPa'],
  kilopascal: ['kPa'],
  hpaph: ['hPa/h'],
  bar: ['bar'],
  psi: ['psi'],
  ugpm3: ['µg/m³', 'μg/m³', 'ug/m3'],
  mgpm3: ['mg/m³'],
  mgpl: ['mg/L'],
  perccm: ['#/cm³'],
  uspcm: ['µS/cm', 'μS/cm'],
  ph: ['pH'],
  degree: ['°', '*'],
  decibel: ['dB'],
  dba: ['dBA'],
  dbm: ['dBm'],
  dbpm: ['dB/m'],
  urph: ['μR/h'],
  rpm: ['rpm'],
  brpm: ['breaths/min'],
  lqi: ['lqi'],
  vocindex: ['VOC Index points', 'VOC index points'],
  noxindex: ['NOx Index points'],
  pm25index: ['PM2.5 Index'],
  times: ['times'],
  portion: ['portion'],
  number: [
    '',
    'raw',
    'raw unit',
    'adc',
    'x',
    'gg',
    'level',
    'index',
    'minutes or litres',
    'seconds or litres',
  ],
};

describe('resolveUnit', () => {
  for (const [key, texts] of Object.entries(deviceUnits))
    it(`finds the unit ${key} by the spellings that devices use`, () => {
      for (const text of texts) assert.equal(resolveUnit(text), key, JSON.stringify(text));
    });

  it('finds every unit by key, symbol and names', () => {
    for (const [key, { name, suffix }] of Object.entries(unitsTableV2.unitSpec))
      for (const text of [key, suffix, name.singular, name.plural || key])
        assert.equal(resolveUnit(text), key);
  });

  it('distinguishes upper and lower case', () => {
    assert.equal(resolveUnit('mW'), 'milliwatt');
    assert.equal(resolveUnit('MW'), 'megawatt');
  });

  it('throws UnknownUnitError for any other text', () => {
    for (const text of ['furlong', 'constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      assert.equal(findUnit(text), undefined);
      assert.throws(() => resolveUnit(text), new UnknownUnitError(text));
    }
  });
});
