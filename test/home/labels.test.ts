import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { loadTemplates } from '@azulejo/catalog';
import { type Dictionary, inWords, nameIn } from '@azulejo/model';

const file = new URL('../../model/words/en.json', import.meta.url);
const english = JSON.parse(await readFile(file, 'utf8')) as Dictionary;
const templates = (await loadTemplates()).map((template) => inWords(template, english));
const named = templates.flatMap(({ model, properties }) => properties.map(({ label }) => ({ model, label })));

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
  const names = {
    'Trv mode 1': 'Control of the valve 1',
    'Weekly schedule friday': 'Schedule on Friday',
    'Wifi status': 'Wi-Fi status',
    'Alarm alarm 2': 'Alarm 2',
  };
  for (const [name, label] of Object.entries(names)) assert.equal(nameIn(english, name), label);
});

test('gives no two properties of a component the same name', () => {
  const same = templates.flatMap(({ model, components, properties }) =>
    components.flatMap(({ id, type }) => {
      const labels = properties
        .filter((each) => each.components.includes(id) || each.components.includes(type))
        .map(({ label }) => label);
      return [...new Set(labels.filter((label, at) => labels.indexOf(label) !== at))].map(
        (label) => `${model}: ${label}`,
      );
    }),
  );
  assert.deepEqual(same, []);
});
