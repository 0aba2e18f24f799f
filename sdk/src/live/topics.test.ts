import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as contract from '@azulejo/contract';
import { tokenRecord } from '../testing/platform.ts';
import { addressIn, filterOf, publishTopic, treeOf } from './topics.ts';

const address = { channel: 'channel-1', component: 'light-bulb', property: 'brightness' };
const inContract = { channelId: 'channel-1', componentId: 'light-bulb', propertyId: 'brightness' };

test('builds and parses the topics of the contract', () => {
  assert.equal(publishTopic(address), contract.publishTopic(inContract));
  for (const tree of ['users', 'applications', 'managers', 'devices'] as const) {
    const topic = contract.valueTopic(tree, 'id-1', inContract);
    assert.deepEqual(addressIn(topic), address);
    assert.ok(topic.startsWith(filterOf(tree, 'id-1').replace('#', '')));
  }
});

test('returns no address for other topics', () => {
  for (const topic of [
    publishTopic(address),
    contract.grantsTopic('users', 'id-1'),
    `${contract.valueTopic('users', 'id-1', inContract)}/more`,
    '/v3/users/id-1/channels//components/c/properties/p/value',
  ]) {
    assert.equal(addressIn(topic), undefined, topic);
  }
});

test('publishTopic throws for an id that cannot be a topic level', () => {
  for (const channel of ['', 'a/b', '+', '#', 'a\0b'])
    assert.throws(() => publishTopic({ ...address, channel }), TypeError, channel);
});

test('treeOf returns the tree of users for a user’s token, else that of the kind of client', () => {
  const endpoints = { http: 'http://127.0.0.1', mqtt: 'mqtt://127.0.0.1:1883', uploader: 'http://127.0.0.1' };
  const record = tokenRecord(1, endpoints);
  assert.equal(treeOf(record), 'users');
  const own = { ...record, owner_id: record.client_id };
  assert.equal(treeOf({ ...own, scope: ['device'] }), 'devices');
  assert.equal(treeOf({ ...own, scope: ['manager'] }), 'managers');
  assert.equal(treeOf({ ...own, scope: ['application'] }), 'applications');
});
