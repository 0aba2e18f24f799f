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
  when: [{ id: 't1', property: motion, is: 'becomes', value: true }],
  then: [{ id: 's1', set: light, value: true }],
  ...members,
});

test('accepts each form of trigger', () => {
  const when = [
    { properties: { class: 'security.open', of: 'any' }, is: 'becomes', value: true, for: 'PT5M' },
    { property: motion, is: 'rises-above', value: 25, unit: 'celsius', leeway: 0.5 },
    { time: { at: '07:00', days: ['mo', 'fr'] } },
    { sun: { event: 'sunset', offset: '-PT15M' } },
    { every: 'PT15M' },
    { person: 'arrives', place: 'home', who: ['U'] },
    { device: 'silent', channel: 'C', for: 'PT1H' },
    { webhook: true },
    { scene: 'S' },
  ];
  for (const trigger of when) assert.ok(accepts(definition({ when: [trigger] })), JSON.stringify(trigger));
});

test('accepts each form of condition and step', () => {
  const onlyIf = {
    all: [
      { property: motion, is: 'is', value: true, since: 'PT2M' },
      { any: [{ time: { from: '22:00', to: '06:00' } }, { sun: 'down' }] },
      { not: { person: 'is-at', place: 'home' } },
    ],
  };
  const then = [
    { set: { properties: { class: 'control.status', component: 'light-bulb', of: 'every' } }, value: true },
    { wait: 'PT3M', for: ['t1'] },
    { waitUntil: onlyIf, atMost: 'PT30M', else: 'stop' },
    { notify: { text: '{{hall}} in the hall', values: { hall: motion } } },
    { webhook: { url: 'https://example.org', body: {} } },
    { scene: 'S' },
    { automation: 'A', as: 'switch-off' },
    { if: onlyIf, then: [{ wait: 'PT1S' }], else: [] },
  ];
  for (const step of then) assert.ok(accepts(definition({ onlyIf, then: [step] })), JSON.stringify(step));
});

test('refuses definitions beyond the limits, and forms that do not exist', () => {
  const step = { set: light, value: true };
  const refused = [
    { when: Array(21).fill({ webhook: true }) },
    { then: Array(51).fill(step) },
    { then: [] },
    { label: 'x'.repeat(101) },
    { then: [{ wait: '5 minutes' }] },
    { then: [{ wait: 'P' }] },
    { then: [{ wait: 'PT' }] },
    { when: [{ time: { at: '24:00' } }] },
    { when: [{ id: 'first', webhook: true }] },
    { late: 'skip-after:soon' },
  ];
  for (const members of refused) assert.ok(!accepts(definition(members)), JSON.stringify(members));
});
