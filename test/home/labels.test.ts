import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTemplates } from '@azulejo/catalog';

type Named = { readonly id: string; readonly label: string };

// The pages are a project of their own, which the tests' project does not include.
const { propertyLabel } = (await import(
  new URL('../../web/src/home/kit/formats/property-label.ts', import.meta.url).href
)) as { propertyLabel: (property: Named) => string };

const named = (await loadTemplates()).flatMap(({ model, properties }) =>
  properties.map((property) => ({ model, label: propertyLabel(property) })),
);

/** Words of protocols and drivers. */
const FOREIGN =
  /\b(trv|setpoint|summation|config|select|selfidentification|dbm|enable|enabled|capabilities|preset temperature|timeout|behavior|color|led|wifi|ip|dhcp|ai|pi)\b/;

test('names no property of the catalogue in the words of a protocol', () => {
  const wrong = named.filter(({ label }) => FOREIGN.test(label.replaceAll('LED', '')) || /[_#]/.test(label));
  assert.deepEqual(
    wrong.map(({ model, label }) => `${model}: ${label}`),
    [],
  );
});

test('starts every name with a capital and keeps numbers and sides', () => {
  for (const { label } of named) assert.match(label, /^[\p{Lu}\d]/u, label);
  assert.equal(propertyLabel({ id: 'trv-mode-1', label: 'Trv mode 1' }), 'Control of the valve 1');
  assert.equal(
    propertyLabel({ id: 'weekly-schedule-friday', label: 'Weekly schedule friday' }),
    'Schedule on Friday',
  );
  assert.equal(propertyLabel({ id: 'night_light', label: '' }), 'Night light');
  assert.equal(propertyLabel({ id: 'x', label: 'Wifi status' }), 'Wi-Fi status');
  assert.equal(propertyLabel({ id: 'x', label: 'Power apparent phase b' }), 'Apparent power phase B');
  assert.equal(propertyLabel({ id: 'x', label: 'Total power reactive' }), 'Total reactive power');
  assert.equal(propertyLabel({ id: 'x', label: 'Sw3 name' }), 'Name of switch 3');
  assert.equal(propertyLabel({ id: 'x', label: 'Pm1' }), 'PM1');
});

test('gives no two properties of a component the same name', async () => {
  const same = (await loadTemplates()).flatMap(({ model, components, properties }) =>
    components.flatMap(({ id, type }) => {
      const labels = properties
        .filter((each) => each.components.includes(id) || each.components.includes(type))
        .map(propertyLabel);
      return [...new Set(labels.filter((label, at) => labels.indexOf(label) !== at))].map(
        (label) => `${model}: ${label}`,
      );
    }),
  );
  assert.deepEqual(same, []);
});
