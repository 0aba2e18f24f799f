import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadTemplates } from '@azulejo/catalog';
import type { ChannelTemplate } from '@azulejo/contract';
import { LANGUAGES, type Language } from '@azulejo/model';
import { createLocalTemplates, loadLanguage } from '@azulejo/server/testing';
import { panelTemplate } from '../support/panel-template.ts';
import { templateProperty } from '../support/template-property.ts';

const stored = await loadTemplates();
const localTemplates = createLocalTemplates();
const templatesIn = async (language: Language, given: readonly ChannelTemplate[] = stored) => {
  const local = await localTemplates(language);
  return given.map((template) => local({ ...template, version: 1 }));
};
const templates = await templatesIn('en');
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

test('starts every name with a capital and keeps numbers', async () => {
  for (const { label } of named) assert.match(label, /^[\p{Lu}\d]/u, label);
  const names = {
    'TRV mode 1': 'Control of the valve 1',
    'Weekly schedule friday': 'Schedule on Friday',
    'LED enable': 'LED',
    'Alarm alarm 2': 'Alarm 2',
  };
  const properties = Object.keys(names).map((label) => templateProperty(label, { label }));
  const [local] = await templatesIn('en', [{ ...panelTemplate, properties }]);
  assert.deepEqual(
    local?.properties.map(({ label }) => label),
    Object.values(names),
  );
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

for (const language of LANGUAGES)
  test(`words general predicates in ${language} as sentences of automations know them`, async () => {
    const known = Object.values((await loadLanguage(language)).standardPredicates);
    const predicates = (await templatesIn(language)).flatMap(({ properties }) =>
      properties.flatMap(({ triggers, states, actions }) =>
        [...triggers, ...states, ...actions].map(({ predicateLabel }) => predicateLabel),
      ),
    );
    const unknown = predicates.filter((each) => each !== '' && !known.includes(each));
    assert.deepEqual([...new Set(unknown)], []);
  });

test('keeps the placeholders of texts in every language', () => {
  const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const language of LANGUAGES) {
    const file = new URL(`../../model/languages/${language}.po`, import.meta.url);
    const entries = [...readFileSync(file, 'utf8').matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)];
    assert.ok(entries.some(([, id = '']) => placeholders(id).length > 0));
    for (const [, id = '', text = ''] of entries)
      if (text !== '') assert.deepEqual(placeholders(text), placeholders(id), `${language}: ${id}`);
  }
});
