import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueKey } from '@azulejo/model';
import fc from 'fast-check';
import { channel, information, property, tile, triState, units } from '../testing/device.ts';
import { renderTile } from './render-tile.ts';
import { tilesToSvg } from './tiles-to-svg.ts';

const text = fc.oneof(
  // Any character, and unpaired surrogates, which a device may send in JSON.
  fc.string({
    unit: fc.oneof(fc.nat(0xff_ff), fc.nat(0x10_ff_ff)).map((code) => String.fromCodePoint(code)),
  }),
  fc.constantFrom('', 'celsius', 'fahrenheit', 'lux', '__proto__'),
);
const anyInformation = fc
  .tuple(
    fc.constantFrom('text', 'text-unit', 'text-expression', 'icon-color'),
    fc.record({ inputUnit: text, mathExpression: text, suffix: text, char: text }, { requiredKeys: [] }),
  )
  .map(([type, options]) => information(type as 'text', 'p', options));
const anyProperty = fc
  .record({ vendor: text, metric: text, imperial: text, config: fc.jsonValue() })
  .map((any) =>
    property('p', {
      unitsOptions: units(any.vendor, any.metric, any.imperial),
      controlInterfaces: [{ id: 'c', controlInterface: 'text-picker', config: { options: any.config } }],
    }),
  );
const preferences = fc.record(
  { units: fc.constantFrom('metric', 'imperial'), locale: text },
  { requiredKeys: [] },
);

test('renders a tile and draws well-formed XML for any value that a device reports', () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.array(anyInformation, { maxLength: 3 }),
      anyProperty,
      preferences,
      text,
      (value, informations, given, optionSets, label) => {
        const rendered = renderTile(
          tile({ label, information: informations, actions: [triState('p')] }),
          channel(given),
          new Map([[valueKey('lamp-1', 'p'), value]]),
          optionSets as { units: 'metric' | 'imperial' },
        );
        assert.ok(rendered.slots.length <= 2);
        for (const slot of rendered.slots) assert.ok(slot.text.trim() !== '');
        const picture = tilesToSvg([rendered]);
        assert.ok(picture.isWellFormed());
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML refuses
        assert.doesNotMatch(picture, /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|&(?!amp;|lt;|gt;|quot;)/);
      },
    ),
    { numRuns: 500 },
  );
});
