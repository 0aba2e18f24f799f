import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announced, messagesOf } from '../testing/announced.ts';
import { expanded } from './abbreviations.ts';
import { availabilityOf, createAvailability, readAvailability } from './availability.ts';

const listOf = (mode: string) =>
  availabilityOf(
    expanded({ avty: [{ topic: 'a' }, { topic: 'b', payload_available: 'yes' }], avty_mode: mode }),
  );

function availabilityAfter(
  mode: string,
  ...messages: readonly (readonly [topic: string, payload: string])[]
) {
  const rule = listOf(mode);
  const rules = rule ? [rule] : [];
  const availability = createAvailability(rules);
  return messages.map(([topic, payload]) => {
    availability.update(readAvailability(rules, topic, payload));
    return availability.isAvailable();
  });
}

test('requires as many available topics as the mode says', () => {
  const messages = [
    ['a', 'online'],
    ['b', 'yes'],
    ['a', 'offline'],
    ['b', 'no word'],
  ] as const;
  assert.deepEqual(availabilityAfter('all', ...messages), [false, true, false, false]);
  assert.deepEqual(availabilityAfter('any', ...messages), [true, true, true, true]);
  assert.deepEqual(availabilityAfter('latest', ...messages), [true, true, false, false]);
});

test('a device that says nothing of its availability is available', () => {
  assert.equal(createAvailability([]).isAvailable(), true);
  assert.equal(availabilityAfter('all').length, 0);
  const rule = listOf('all');
  assert.equal(createAvailability(rule ? [rule] : []).isAvailable(), undefined);
});

test('a node of zwave-js-ui needs its gateway and its driver', () => {
  const { device } = announced('zwave-js-ui', 'zwavejs2mqtt_0xe1a4c2b7_node5');
  const availability = createAvailability(device.availability);
  const receive = (topic: string, payload: string) =>
    availability.update(readAvailability(device.availability, topic, payload));
  for (const [topic, payload] of messagesOf('zwave-js-ui').states)
    receive(topic, typeof payload === 'string' ? payload : JSON.stringify(payload));
  assert.equal(availability.isAvailable(), true);
  receive('zwave/Hall_dimmer/status', '{"value":false,"status":"Dead"}');
  assert.equal(availability.isAvailable(), false);
});
