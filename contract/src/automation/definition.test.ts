import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AutomationDefinition, isStorableText } from '@azulejo/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';

const ajv = new Ajv2020({ strict: false, formats: { 'storable-text': isStorableText } });
const accepts = ajv.compile(AutomationDefinition);

const motion = { channel: 'C', component: 'motion', property: 'occupancy' };
const light = { channel: 'L', component: 'light-bulb', property: 'status' };
const definition = (members: object = {}) => ({
  label: 'Hall light at night',
  when: [{ kind: 'property', id: 't1', property: motion, is: 'becomes', value: true }],
  then: [{ kind: 'set', id: 's1', set: light, value: true }],
  ...members,
});

test('accepts each form of trigger', () => {
  const when = [
    {
      kind: 'property',
      properties: { class: 'security.open', of: 'any' },
      is: 'becomes',
      value: true,
      for: 'PT5M',
    },
    { kind: 'property', property: motion, is: 'rises-above', value: 25, unit: 'celsius', leeway: 0.5 },
    { kind: 'time', time: { at: '07:00', days: ['mo', 'fr'] } },
    { kind: 'sun', sun: { event: 'sunset', offset: '-PT15M' } },
    { kind: 'interval', every: 'PT15M' },
    { kind: 'person', person: 'arrives', place: 'home', who: ['U'] },
    { kind: 'device', device: 'silent', channel: 'C', for: 'PT1H' },
    { kind: 'webhook', webhook: true },
    { kind: 'scene', scene: 'S' },
  ];
  for (const trigger of when) assert.ok(accepts(definition({ when: [trigger] })), JSON.stringify(trigger));
});

test('accepts each form of condition and step', () => {
  const onlyIf = {
    kind: 'all',
    all: [
      { kind: 'property', property: motion, is: 'is', value: true, since: 'PT2M' },
      {
        kind: 'any',
        any: [
          { kind: 'time', time: { from: '22:00', to: '06:00' } },
          { kind: 'sun', sun: 'down' },
        ],
      },
      { kind: 'not', not: { kind: 'person', person: 'is-at', place: 'home' } },
    ],
  };
  const then = [
    {
      kind: 'set',
      set: { properties: { class: 'control.status', component: 'light-bulb', of: 'every' } },
      value: true,
    },
    { kind: 'wait', wait: 'PT3M', for: ['t1'] },
    { kind: 'wait-until', waitUntil: onlyIf, atMost: 'PT30M', else: 'stop' },
    { kind: 'notify', notify: { text: '{{hall}} in the hall', values: { hall: motion } } },
    { kind: 'webhook', webhook: { url: 'https://example.org', body: {} } },
    { kind: 'scene', scene: 'S' },
    { kind: 'automation', automation: 'A', as: 'switch-off' },
    { kind: 'if', if: onlyIf, then: [{ kind: 'wait', wait: 'PT1S' }], else: [] },
  ];
  for (const step of then) assert.ok(accepts(definition({ onlyIf, then: [step] })), JSON.stringify(step));
});

test('refuses definitions beyond the limits, and forms that do not exist', () => {
  const step = { kind: 'set', set: light, value: true };
  const refused = [
    { when: Array(21).fill({ kind: 'webhook', webhook: true }) },
    { then: Array(51).fill(step) },
    { then: [] },
    { label: 'x'.repeat(101) },
    { then: [{ kind: 'wait', wait: '5 minutes' }] },
    { then: [{ kind: 'wait', wait: 'P' }] },
    { then: [{ kind: 'wait', wait: 'PT' }] },
    { when: [{ kind: 'time', time: { at: '24:00' } }] },
    { when: [{ kind: 'webhook', id: 'first', webhook: true }] },
    { late: 'skip-after:soon' },
  ];
  for (const members of refused) assert.ok(!accepts(definition(members)), JSON.stringify(members));
});
