/**
 * How to convert a value `x` to its quantity's base unit:
 * - `factor`: `(x + offset) * factor`
 * - `reciprocal`: `reciprocal / x`
 */
export type Scale =
  | { factor: string; offset?: string; source: string }
  | { reciprocal: string; source: string };

const si = 'SI Brochure, 9th edition (BIPM, 2019)';
const yardAndPound = 'International yard and pound agreement, 1959';
const sp811 = 'NIST SP 811 (2008), appendix B';
const gallonUk = 'UK Units of Measurement Regulations 1995';
const gallonUs = '231 cubic inches, NIST Handbook 44, appendix C';
const mercury = '13.5951 g/cm³ at standard gravity, NIST SP 811 (2008), appendix B';
const poundForce = '0.45359237 * 9.80665';

/** Units that convert into each other, by quantity, each with its exact scale and the scale's source. */
export const quantities: Record<string, Record<string, Scale>> = {
  temperature: {
    kelvin: { factor: '1', source: si },
    celsius: { factor: '1', offset: '273.15', source: si },
    fahrenheit: { factor: '5 / 9', offset: '459.67', source: sp811 },
    mired: { reciprocal: '1000000', source: 'one reciprocal megakelvin, as the unit is defined' },
  },
  length: {
    meter: { factor: '1', source: si },
    micrometer: { factor: '0.000001', source: si },
    millimeter: { factor: '0.001', source: si },
    centimeter: { factor: '0.01', source: si },
    kilometer: { factor: '1000', source: si },
    inch: { factor: '0.0254', source: yardAndPound },
    foot: { factor: '0.3048', source: yardAndPound },
    yard: { factor: '0.9144', source: yardAndPound },
    mile: { factor: '1609.344', source: yardAndPound },
  },
  area: {
    squaremeter: { factor: '1', source: si },
    squarefoot: { factor: '0.3048 * 0.3048', source: yardAndPound },
  },
  volume: {
    liter: { factor: '1', source: si },
    milliliter: { factor: '0.001', source: si },
    cubicmeter: { factor: '1000', source: si },
    gallon: { factor: '4.54609', source: gallonUk },
    gallonus: { factor: '3.785411784', source: gallonUs },
    cubicfoot: { factor: '28.316846592', source: yardAndPound },
  },
  mass: {
    kilogram: { factor: '1', source: si },
    milligram: { factor: '0.000001', source: si },
    gram: { factor: '0.001', source: si },
    grain: { factor: '0.00006479891', source: yardAndPound },
    ounce: { factor: '0.45359237 / 16', source: yardAndPound },
    pound: { factor: '0.45359237', source: yardAndPound },
  },
  time: {
    second: { factor: '1', source: si },
    millisecond: { factor: '0.001', source: si },
    centisecond: { factor: '0.01', source: si },
    decasecond: { factor: '10', source: si },
    minute: { factor: '60', source: si },
    hour: { factor: '3600', source: si },
    day: { factor: '86400', source: si },
    week: { factor: '604800', source: 'seven days, ISO 8601-1:2019' },
  },
  speed: {
    mps: { factor: '1', source: si },
    mmps: { factor: '0.001', source: si },
    kmph: { factor: '1 / 3.6', source: si },
    fps: { factor: '0.3048', source: yardAndPound },
    mph: { factor: '0.44704', source: yardAndPound },
    knot: { factor: '1852 / 3600', source: sp811 },
  },
  rainfall: {
    mmph: { factor: '1', source: si },
    inph: { factor: '25.4', source: yardAndPound },
  },
  flow: {
    lpmin: { factor: '1', source: si },
    lph: { factor: '1 / 60', source: si },
    m3ph: { factor: '1000 / 60', source: si },
    gpmus: { factor: '3.785411784', source: gallonUs },
  },
  fuelEconomy: {
    kmpl: { factor: '1', source: si },
    lp100km: { reciprocal: '100', source: si },
    mpg: { factor: '1.609344 / 4.54609', source: gallonUk },
    mpgus: { factor: '1.609344 / 3.785411784', source: gallonUs },
  },
  pressure: {
    pascal: { factor: '1', source: si },
    hectopascal: { factor: '100', source: si },
    kilopascal: { factor: '1000', source: si },
    mbar: { factor: '100', source: sp811 },
    bar: { factor: '100000', source: sp811 },
    psi: { factor: `${poundForce} / 0.0254 / 0.0254`, source: yardAndPound },
    inhg: { factor: '25.4 * 13.5951 * 9.80665', source: mercury },
    mmhg: { factor: '13.5951 * 9.80665', source: mercury },
  },
  energy: {
    joule: { factor: '1', source: si },
    kilojoule: { factor: '1000', source: si },
    megajoule: { factor: '1000000', source: si },
    watthour: { factor: '3600', source: si },
    kph: { factor: '3600000', source: si },
    megawatthour: { factor: '3600000000', source: si },
    calorie: { factor: '4.184', source: `thermochemical calorie, ${sp811}` },
    kilocalorie: { factor: '4184', source: `thermochemical calorie, ${sp811}` },
    btu: { factor: '1055.05585262', source: `International Table unit, ${sp811}` },
  },
  power: {
    watt: { factor: '1', source: si },
    milliwatt: { factor: '0.001', source: si },
    kilowatt: { factor: '1000', source: si },
    megawatt: { factor: '1000000', source: si },
    horsepower: { factor: `550 * 0.3048 * ${poundForce}`, source: `550 ft·lbf/s, ${sp811}` },
  },
  voltage: {
    volt: { factor: '1', source: si },
    millivolt: { factor: '0.001', source: si },
    kilovolt: { factor: '1000', source: si },
  },
  current: {
    ampere: { factor: '1', source: si },
    milliampere: { factor: '0.001', source: si },
  },
  apparentPower: {
    voltampere: { factor: '1', source: si },
    kilovoltampere: { factor: '1000', source: si },
  },
  reactivePower: {
    voltamperereactive: { factor: '1', source: si },
    kilovoltamperereactive: { factor: '1000', source: si },
  },
  reactiveEnergy: {
    varhour: { factor: '1', source: si },
    kilovarhour: { factor: '1000', source: si },
  },
  frequency: {
    hertz: { factor: '1', source: si },
    kilohertz: { factor: '1000', source: si },
    megahertz: { factor: '1000000', source: si },
  },
  illuminance: {
    lux: { factor: '1', source: si },
    footcandle: { factor: '1 / 0.3048 / 0.3048', source: yardAndPound },
  },
  conductivity: {
    uspcm: { factor: '1', source: si },
    mspcm: { factor: '1000', source: si },
  },
  massConcentration: {
    ugpm3: { factor: '1', source: si },
    mgpm3: { factor: '1000', source: si },
    mgpl: { factor: '1000000', source: si },
    mgdl: { factor: '10000000', source: si },
  },
  fraction: {
    percent: { factor: '1', source: si },
    permille: { factor: '0.1', source: si },
    ppm: { factor: '0.0001', source: si },
    ppb: { factor: '0.0000001', source: si },
  },
};
