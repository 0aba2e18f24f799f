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

/**
 * The unit strings that Home Assistant, ESPHome, Tasmota and Shelly define for sensors, by their unit. Those of money,
 * and of amounts of anything, are none.
 */
const programUnits: Record<string, readonly string[]> = {
  ...{ millivoltampere: ['mVA'], voltampere: ['VA'], kilovoltampere: ['kVA'] },
  ...{ voltamperehour: ['VAh'], kilovoltamperehour: ['kVAh'] },
  ...{
    milliwatt: ['mW'],
    watt: ['W'],
    kilowatt: ['kW'],
    megawatt: ['MW'],
    gigawatt: ['GW'],
    terawatt: ['TW'],
  },
  ...{ btuph: ['BTU/h'], millivoltamperereactive: ['mvar'], voltamperereactive: ['var', 'VAr', 'VAR'] },
  ...{ kilovoltamperereactive: ['kvar'], varhour: ['varh'], kilovarhour: ['kvarh', 'kVArh', 'kVARh'] },
  ...{ joule: ['J'], kilojoule: ['kJ'], megajoule: ['MJ'], gigajoule: ['GJ'], milliwatthour: ['mWh'] },
  ...{
    wattminute: ['Wmin'],
    watthour: ['Wh'],
    kph: ['kWh'],
    megawatthour: ['MWh'],
    gigawatthour: ['GWh'],
    terawatthour: ['TWh'],
  },
  ...{ calorie: ['cal'], kilocalorie: ['kcal'], megacalorie: ['Mcal'], gigacalorie: ['Gcal'] },
  ...{ kwhp100km: ['kWh/100km'], whpkm: ['Wh/km'], mipkwh: ['mi/kWh'], kmpkwh: ['km/kWh'] },
  ...{ microampere: ['\u00b5A', '\u03bcA'], milliampere: ['mA'], ampere: ['A'], amperehour: ['Ah'] },
  ...{ milliamperehour: ['mAh'], microvolt: ['\u00b5V', '\u03bcV'], millivolt: ['mV'], volt: ['V'] },
  ...{ kilovolt: ['kV'], megavolt: ['MV'], ohm: ['\u03a9', '\u2126'], kiloohm: ['kΩ'], degree: ['°'] },
  ...{ celsius: ['°C', 'C'], fahrenheit: ['°F', 'F'], kelvin: ['K'] },
  ...{
    microsecond: ['\u00b5s', '\u03bcs'],
    millisecond: ['ms'],
    second: ['s'],
    minute: ['min'],
    hour: ['h'],
  },
  ...{ day: ['d'], year: ['y'], millimeter: ['mm'], centimeter: ['cm'], meter: ['m'], kilometer: ['km'] },
  ...{ inch: ['in'], foot: ['ft'], yard: ['yd'], mile: ['mi'], nauticalmile: ['nmi'] },
  ...{ hertz: ['Hz'], kilohertz: ['kHz'], megahertz: ['MHz'], gigahertz: ['GHz'] },
  ...{ millipascal: ['mPa'], pascal: ['Pa'], hectopascal: ['hPa'], kilopascal: ['kPa'], bar: ['bar'] },
  ...{ centibar: ['cbar'], mbar: ['mbar'], mmhg: ['mmHg'], inhg: ['inHg'], inh2o: ['inH₂O'], psi: ['psi'] },
  ...{ decibel: ['dB'], dba: ['dBA'], dbm: ['dBm'], cubicfoot: ['ft³'], ccf: ['CCF'], mcf: ['MCF'] },
  ...{
    cubicmeter: ['m³', 'm3'],
    liter: ['L'],
    milliliter: ['mL'],
    gallonus: ['gal'],
    fluidounceus: ['fl. oz.'],
  },
  ...{ m3ph: ['m³/h'], m3pmin: ['m³/min'], m3ps: ['m³/s'], ft3pmin: ['ft³/min'], lph: ['L/h'] },
  ...{ lpmin: ['L/min', 'l/min'], lps: ['L/s'], mlps: ['mL/s'], gpmus: ['gal/min'], gphus: ['gal/h'] },
  ...{ gpdus: ['gal/d'], squaremeter: ['m²'], squarecentimeter: ['cm²'], squarekilometer: ['km²'] },
  ...{ squaremillimeter: ['mm²'], squareinch: ['in²'], squarefoot: ['ft²'], squareyard: ['yd²'] },
  ...{ squaremile: ['mi²'], acre: ['ac'], hectare: ['ha'], microgram: ['\u00b5g', '\u03bcg'] },
  ...{ milligram: ['mg'], gram: ['g'], kilogram: ['kg'], ounce: ['oz'], pound: ['lb'], stone: ['st'] },
  ...{ spcm: ['S/cm'], mspcm: ['mS/cm'], uspcm: ['\u00b5S/cm', '\u03bcS/cm'], lux: ['lx'] },
  ...{ uvindex: ['UV index'], percent: ['%'], rpm: ['rpm'], wpm2: ['W/m²'], btuphft2: ['BTU/(h⋅ft²)'] },
  ...{ inpd: ['in/d'], inph: ['in/h'], mmpd: ['mm/d'], mmph: ['mm/h'], gpm3: ['g/m³'], mgpm3: ['mg/m³'] },
  ...{ ugpm3: ['\u00b5g/m³', '\u03bcg/m³'], ugpft3: ['\u00b5g/ft³', '\u03bcg/ft³'], perm3: ['p/m³', '#/m³'] },
  ...{ perccm: ['#/cm³'], perdl: ['/dL', 'ppd'], ppm: ['ppm'], ppb: ['ppb'], mgdl: ['mg/dL'] },
  ...{ mmolpl: ['mmol/L'], beaufort: ['Beaufort'], fps: ['ft/s'], inps: ['in/s'], mpmin: ['m/min'] },
  ...{ mps: ['m/s'], kmph: ['km/h'], knot: ['kn'], mph: ['mph'], mmps: ['mm/s'], ydps: ['yd/s'] },
  ...{ bit: ['bit'], kilobit: ['kbit'], megabit: ['Mbit'], gigabit: ['Gbit'], byte: ['B'], kilobyte: ['kB'] },
  ...{ megabyte: ['MB'], gigabyte: ['GB'], terabyte: ['TB'], petabyte: ['PB'], kibibyte: ['KiB'] },
  ...{ mebibyte: ['MiB'], gibibyte: ['GiB'], tebibyte: ['TiB'], pebibyte: ['PiB'], bps: ['bit/s'] },
  ...{ kbps: ['kbit/s'], mbps: ['Mbit/s'], gbps: ['Gbit/s'], byteps: ['B/s'], kbyteps: ['kB/s'] },
  ...{ mbyteps: ['MB/s'], gbyteps: ['GB/s'], kibps: ['KiB/s'], mibps: ['MiB/s'], gibps: ['GiB/s'] },
  ...{ ph: ['pH'], dh: ['°dH'], degreeps: ['°/s'], mps2: ['m/s²'], microtesla: ['\u00b5T', '\u03bcT'] },
  ...{ usvph: ['\u00b5Sv/h', '\u03bcSv/h'], bqpm3: ['Bq/m³'], pulse: ['pulses'], pulsepmin: ['pulses/min'] },
  number: ['', '#', 'Cos φ'],
};

describe('resolveUnit', () => {
  for (const [key, texts] of [...Object.entries(deviceUnits), ...Object.entries(programUnits)])
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

  it('knows words in any case', () => {
    for (const text of ['WATTS', 'Percent', 'minutes'])
      assert.equal(resolveUnit(text), resolveUnit(text.toLowerCase()));
  });

  it('throws UnknownUnitError for any other text', () => {
    for (const text of ['furlong', 'constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      assert.equal(findUnit(text), undefined);
      assert.throws(() => resolveUnit(text), new UnknownUnitError(text));
    }
  });
});
