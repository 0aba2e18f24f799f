import { describe, expect, it } from 'vitest';
import { colorName, isColor } from './color.ts';
import { numberView, readEntry, stepFrom } from './number-view.ts';

const metric = { units: 'metric', hourFormat: 24, locale: 'en-GB' } as const;
const imperial = { units: 'imperial', hourFormat: 12, locale: 'en-US' } as const;
const german = { ...metric, locale: 'de-DE' } as const;
const temperature = {
  schema: 'temperature',
  unitsOptions: {
    vendorUnit: 'celsius',
    muzzleyUnit: 'celsius',
    targetMetric: 'celsius',
    targetImperial: 'fahrenheit',
  },
};
const none = { vendorUnit: '', muzzleyUnit: '', targetMetric: '', targetImperial: '' };
const count = { schema: 'number', unitsOptions: none };
const white = { schema: 'https://ontology/color-temperature', unitsOptions: none };
const setPoint = { min: 5, max: 30, step: 0.5 };

describe('numberView', () => {
  it.each([
    ['metric', metric, '21.5 °C', '°C'],
    ['imperial', imperial, '71 °F', '°F'],
    ['German', german, '21,5 °C', '°C'],
  ] as const)(
    'shows a temperature in the units and digits of a reader who is %s',
    (_who, reading, text, unit) => {
      const view = numberView(temperature, setPoint, reading);
      expect([view.text(21.5), view.unit]).toEqual([text, unit]);
    },
  );

  it('types numbers with the decimal sign of the person, without separators of thousands', () => {
    expect(numberView(count, { step: 0.5 }, german).typed(12_345.5)).toBe('12345,5');
  });

  it('converts what was typed to the unit of the device', () => {
    expect(numberView(temperature, setPoint, imperial).entered(68)).toBeCloseTo(20);
  });

  it('shows the white of a lamp in kelvin, in steps of 50', () => {
    const view = numberView(white, {}, metric);
    expect([view.text(370), view.unit, view.shown(250)]).toEqual(['2,700 K', 'K', 4000]);
    expect(view.entered(4000)).toBe(250);
  });

  it('shows a plain number with the decimals of its step and its suffix', () => {
    const view = numberView(count, { step: 0.1, suffix: 's' }, metric);
    expect([view.text(1.26), view.shown(1.26)]).toEqual(['1.3 s', 1.3]);
  });
});

describe('readEntry', () => {
  const celsius = numberView(temperature, setPoint, metric);
  const fahrenheit = numberView(temperature, setPoint, imperial);

  it.each([
    ['21', { value: 21 }],
    ['21.3', { value: 21.5 }],
    ['21,2', { value: 21 }],
    ['5', { value: 5 }],
    ['30', { value: 30 }],
    ['30.1', { fault: 'Enter 5 °C to 30 °C.' }],
    ['', { fault: 'Enter a number.' }],
    ['1e999', { fault: 'Enter a number.' }],
  ])('readEntry reads "%s"', (text, entry) => {
    expect(readEntry(text, celsius, setPoint)).toEqual(entry);
  });

  it('reads a typographic minus', () => {
    expect(readEntry('−4', numberView(count, {}, metric), {})).toEqual({ value: -4 });
  });

  it.each(['he', 'ar', 'fa'])('reads a negative number as it is typed in %s', (locale) => {
    const numbers = numberView(count, {}, { ...metric, locale });
    expect(readEntry(numbers.typed(-3.5), numbers, {})).toEqual({ value: -3.5 });
  });

  it('accepts the limits that it names, in the unit of the person', () => {
    expect(readEntry('99', fahrenheit, setPoint)).toEqual({ fault: 'Enter 41 °F to 86 °F.' });
    expect(readEntry('86', fahrenheit, setPoint)).toEqual({ value: 30 });
  });

  it.each([
    ['70', 21],
    ['71', 21.5],
    ['73', 23],
  ])('shows %s °F again, which was typed for a step of the device', (text, value) => {
    expect(readEntry(text, fahrenheit, setPoint)).toEqual({ value });
    expect(fahrenheit.typed(value)).toBe(text);
  });

  it('takes the step of the device that is nearest to a fraction of the unit', () => {
    expect(readEntry('70.7', fahrenheit, setPoint)).toEqual({ value: 21.5 });
  });

  it('names the only limit there is', () => {
    const view = numberView(count, {}, metric);
    expect(readEntry('11', view, { max: 10 })).toEqual({ fault: 'Enter at most 10.' });
    expect(readEntry('-1', view, { min: 0 })).toEqual({ fault: 'Enter at least 0.' });
  });
});

describe('stepFrom', () => {
  it('takes one step of the device', () => {
    const view = numberView(temperature, setPoint, metric);
    expect([stepFrom(20, 1, view, setPoint), stepFrom(20, -1, view, setPoint)]).toEqual([20.5, 19.5]);
  });

  it('ends at the limits', () => {
    const view = numberView(temperature, setPoint, metric);
    expect([stepFrom(30, 1, view, setPoint), stepFrom(5, -1, view, setPoint)]).toEqual([30, 5]);
  });

  it('takes a step that the device can show, where a step of the unit is another', () => {
    const view = numberView(temperature, setPoint, imperial);
    const next = stepFrom(20, 1, view, setPoint);
    expect(next).toBe(20.5);
  });
});

describe('colorName and isColor', () => {
  it.each([
    [0, 'Red'],
    [30, 'Orange'],
    [60, 'Yellow'],
    [120, 'Green'],
    [180, 'Turquoise'],
    [240, 'Blue'],
    [280, 'Violet'],
    [320, 'Pink'],
    [359, 'Red'],
  ])('colorName calls a hue of %d degrees %s', (h, name) => {
    expect(colorName({ h, s: 100 })).toBe(name);
  });

  it('colorName calls what has little saturation white', () => {
    expect(colorName({ h: 240, s: 5 })).toBe('White');
  });

  it('isColor refuses what has no hue', () => {
    expect([isColor({ h: 1, s: 2 }), isColor({ s: 2 }), isColor(null), isColor('red')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
