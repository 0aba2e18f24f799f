import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from './faults.ts';

const texts = { names: ['Battery'], states: ['On'], commands: [], phrases: ['To {value}'] };
const complete = {
  names: { Battery: 'Batterie' },
  states: { On: 'An' },
  phrases: { 'To {value}': 'Auf {value}' },
};

test('finds nothing wrong with a dictionary of all texts', () => {
  assert.deepEqual(faultsOf(complete, texts), []);
});

test('names missing, empty and unused texts, lost placeholders and unknown sections', () => {
  const faulty = {
    names: { Battery: ' ' },
    states: { Off: 'Aus' },
    phrases: { 'To {value}': 'Auf' },
    verbs: {},
  };
  assert.deepEqual(faultsOf(faulty, texts), [
    'has an unknown section "verbs"',
    'names: lacks "Battery"',
    'states: has "Off", which nothing uses',
    'states: lacks "On"',
    'phrases: loses a placeholder of "To {value}"',
  ]);
});
