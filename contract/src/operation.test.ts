import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { operations } from './operations.ts';

const Empty = Type.Object({});

const draft = {
  id: 'lamps.list',
  summary: 'List lamps',
  description: 'Lists lamps.',
  origin: 'base',
  bindings: [{ method: 'GET', path: '/v3/lamps', input: 'query' }],
  params: Empty,
  input: Empty,
  reply: Empty,
  status: 200,
  errors: [],
  example: { input: {}, reply: {} },
} as const;

test('an operation that people call does not compile without its need', () => {
  // @ts-expect-error: it says no need.
  operation({ ...draft, access: 'user' });
  // @ts-expect-error: there is no such need.
  operation({ ...draft, access: 'user-resource', needs: 'everything' });
  // @ts-expect-error: no person calls it.
  operation({ ...draft, access: 'device', needs: 'view' });
  assert.equal(operation({ ...draft, access: 'channel', needs: 'view' }).needs, 'view');
});

test('each right is needed, but the one that no operation grants yet', () => {
  const needed = new Set(operations.flatMap(({ needs }) => needs ?? []));
  assert.deepEqual([...needed].toSorted(), [
    'account',
    'arrange',
    'automations',
    'control',
    'history',
    'manage',
    'presence',
    'view',
  ]);
});
