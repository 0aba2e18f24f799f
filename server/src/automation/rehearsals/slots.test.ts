import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiError } from '../../platform/api-error.ts';
import { createSlots, reasonOf } from './slots.ts';

const kindOf = (error: unknown) => error instanceof ApiError && error.kind;

it('gives each user one slot, and cancels the rehearsal in it', async () => {
  const slots = createSlots(2);
  const first = slots.take('ana');
  const second = slots.take('ana');
  assert.deepEqual([first.signal.aborted, second.signal.aborted], [true, false]);
  assert.equal(kindOf(reasonOf(first, new Error('cancelled'))), 'too_many_requests');
  // Releasing an ended rehearsal does not release the slot of the next one.
  first[Symbol.dispose]();
  const rui = slots.take('rui');
  await Promise.all([second.ready, rui.ready]);
  slots.close();
  assert.equal(kindOf(rui.signal.reason), 'unavailable');
});

it('gives waiting users their turn in order, and one who asks again and again none before them', async () => {
  const slots = createSlots(1, 2);
  const first = slots.take('ana');
  const order: string[] = [];
  const wait = (userId: string) => {
    const slot = slots.take(userId);
    slot.ready.then(
      () => order.push(userId),
      (error: unknown) => order.push(`${userId} ${String(kindOf(error))}`),
    );
    return slot;
  };
  const rui = wait('rui');
  wait('eva');
  assert.throws(
    () => slots.take('zoe'),
    (error) =>
      error instanceof ApiError && error.kind === 'unavailable' && error.headers['Retry-After'] === '2',
  );
  const newerEva = wait('eva');
  first[Symbol.dispose]();
  rui[Symbol.dispose]();
  const again = wait('eva');
  await again.ready;
  assert.deepEqual(order.toSorted(), ['eva', 'eva', 'eva too_many_requests', 'rui']);
  assert.equal(newerEva.signal.aborted, true);
  slots.close();
});

it('passes an error on when the rehearsal was not cancelled', () => {
  const slot = createSlots().take('ana');
  const error = new Error('broken');
  assert.equal(reasonOf(slot, error), error);
  slot[Symbol.dispose]();
  assert.equal(reasonOf(slot, error), error);
});
