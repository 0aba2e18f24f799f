import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roomsTexts } from './rooms-texts.ts';

test('has a different name for every room in each language', () => {
  const { en, pt } = roomsTexts;
  assert.deepEqual(Object.keys(en.rooms), Object.keys(pt.rooms));
  for (const { rooms } of [en, pt])
    assert.equal(new Set(Object.values(rooms)).size, Object.keys(en.rooms).length);
});
