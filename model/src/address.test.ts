import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCESS_PROPERTY } from '@azulejo/contract';
import { ACCESS, addressKey, addressOf, toWireAddress, valueKey } from './address.ts';

test('the built-in property has the name that the contract gives it', () => {
  assert.equal(ACCESS, ACCESS_PROPERTY);
});

test('addresses have the same key exactly when they name the same property', () => {
  const ids = ['a', 'b', 'a:b', 'b.c', 'a-b'];
  const addresses = ids.flatMap((channel) =>
    ids.flatMap((component) => ids.map((property) => ({ channel, component, property }))),
  );
  assert.equal(new Set(addresses.map(addressKey)).size, addresses.length);
  const [first] = addresses;
  assert.ok(first);
  assert.equal(addressKey(first), addressKey({ ...first }));
  assert.equal(addressKey(first), valueKey(first.channel, first.component, first.property));
});

test('a path, a message and the server name the same address', () => {
  const address = addressOf({ channel_id: 'ch-1', component_id: 'left', property_id: 'status' });
  assert.deepEqual(address, { channelId: 'ch-1', componentId: 'left', propertyId: 'status' });
  const row = { ...address, data: 'true' };
  assert.deepEqual(toWireAddress(row), { channel: 'ch-1', component: 'left', property: 'status' });
});
