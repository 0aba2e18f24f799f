import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Problem } from '../../platform/problem.ts';
import { createSlots, reasonOf } from './slots.ts';

const kindOf = (error: unknown) => error instanceof Problem && error.kind;

it('gives each user one slot, and cancels the rehearsal in it', () => {
  const slots = createSlots(2);
  const first = slots.take('ana');
  const second = slots.take('ana');
  assert.deepEqual([first.signal.aborted, second.signal.aborted], [true, false]);
  assert.equal(kindOf(reasonOf(first, new Error('cancelled'))), 'too_many_requests');
  // Releasing an ended rehearsal does not release the slot of the next one.
  first[Symbol.dispose]();
  slots.take('rui');
  assert.throws(
    () => slots.take('eva'),
    (error) =>
      error instanceof Problem && error.kind === 'unavailable' && error.headers['Retry-After'] === '2',
  );
  second[Symbol.dispose]();
  const third = slots.take('eva');
  slots.close();
  assert.equal(kindOf(third.signal.reason), 'unavailable');
});

it('passes an error on when the rehearsal was not cancelled', () => {
  const slot = createSlots().take('ana');
  const error = new Error('broken');
  assert.equal(reasonOf(slot, error), error);
  slot[Symbol.dispose]();
  assert.equal(reasonOf(slot, error), error);
});
