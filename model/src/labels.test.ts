import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Component, Property } from '@azulejo/contract';
import { type Dictionary, nameIn, phraseIn, stateIn } from './dictionary.ts';
import { inWords } from './labels.ts';

const german: Dictionary = {
  names: { Battery: 'Batterie', Socket: 'Steckdose', Movement: 'Bewegung' },
  states: { Open: 'Offen', Low: 'Schwach', OK: 'OK' },
  commands: { Open: 'Öffnen' },
  phrases: { 'rises above': 'steigt über', 'To {value}': 'Auf {value}' },
};

const property = (members: object) =>
  ({
    classes: [],
    agentLabel: '',
    controlInterfaces: [],
    triggers: [],
    states: [],
    actions: [],
    ...members,
  }) as unknown as Property;

test('translates names, and numbered ones by their words', () => {
  assert.deepEqual(
    ['Battery', 'Socket 2', 'Anna’s lamp', 'constructor'].map((name) => nameIn(german, name)),
    ['Batterie', 'Steckdose 2', 'Anna’s lamp', 'constructor'],
  );
  assert.equal(stateIn(german, 'Low l2'), 'Schwach l2');
});

test('returns English without words', () => {
  assert.deepEqual(
    [
      nameIn(undefined, 'Battery'),
      stateIn(undefined, 'Open'),
      phraseIn(undefined, 'To {value}', { value: '21°' }),
    ],
    ['Battery', 'Open', 'To 21°'],
  );
});

test('puts values as they are into a phrase', () => {
  assert.equal(phraseIn(german, 'To {value}', { value: '{value} $&' }), 'Auf {value} $&');
});

test('translates the labels of a channel, its controls and its automations, and nothing else', () => {
  const channel = {
    id: 'Open',
    components: [{ id: 'Battery', label: 'Socket 1' } as Component],
    properties: [
      property({
        id: 'Battery',
        label: 'Battery',
        agentLabel: 'battery',
        controlInterfaces: [{ id: 'Low', config: { on: 'Low', off: 'OK', suffix: 'Open', min: 1 } }],
        triggers: [{ id: 'x', label: 'Battery rises above', predicateLabel: 'rises above' }],
      }),
    ],
  };
  const { id, components, properties } = inWords(channel, german);
  assert.deepEqual([id, components], ['Open', [{ id: 'Battery', label: 'Steckdose 1' }]]);
  const [battery] = properties;
  assert.deepEqual([battery?.id, battery?.label, battery?.agentLabel], ['Battery', 'Batterie', 'Batterie']);
  assert.deepEqual(battery?.controlInterfaces[0]?.config, {
    on: 'Schwach',
    off: 'OK',
    suffix: 'Open',
    min: 1,
  });
  assert.deepEqual(battery?.triggers as unknown, [
    { id: 'x', label: 'Batterie steigt über', predicateLabel: 'steigt über' },
  ]);
  assert.equal(channel.components[0]?.label, 'Socket 1', 'the given channel is unchanged');
});

test('distinguishes commands and states with the same word', () => {
  const options = [{ label: 'Open', value: 'OPEN' }];
  const withOptions = (classes: string[]) =>
    property({ label: 'Movement', classes, controlInterfaces: [{ config: { options } }] });
  const [command, state] = inWords(
    {
      components: [],
      properties: [withOptions(['com.muzzley.properties.movement.command']), withOptions([])],
    },
    german,
  ).properties.map(({ controlInterfaces }) => controlInterfaces[0]?.config['options']);
  assert.deepEqual(command, [{ label: 'Öffnen', value: 'OPEN' }]);
  assert.deepEqual(state, [{ label: 'Offen', value: 'OPEN' }]);
});
