import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLinearizable, type Operation } from './linearizable.ts';
import { seeded } from './seeded.ts';

const write = (value: number, called: number, returned: number): Operation => ({
  kind: 'write',
  value,
  called,
  returned,
});
const read = (value: number, called: number, returned: number): Operation => ({
  ...write(value, called, returned),
  kind: 'read',
});
const UNKNOWN = Number.POSITIVE_INFINITY;

/** Returns the history of clients of a true register, which takes effect somewhere between call and answer. */
function historyOf(seed: number, count: number): Operation[] {
  const random = seeded(seed);
  let value = 0;
  return Array.from({ length: count }, (_, index) => {
    const happened = 10 * index + 5;
    const isWrite = random.below(2) === 0;
    if (isWrite) value = index + 1;
    const [called, returned] = [happened - random.below(60), happened + random.below(60)];
    return { kind: isWrite ? 'write' : 'read', value, called, returned };
  });
}

describe('the checker of histories', () => {
  const histories: [name: string, isRight: boolean, history: Operation[]][] = [
    ['reads what was written before', true, [write(1, 0, 2), read(1, 3, 4), write(2, 5, 6), read(2, 7, 8)]],
    ['reads either value during a write', true, [write(1, 0, 9), read(0, 1, 2), read(1, 3, 4)]],
    ['reads an old value after a write', false, [write(1, 0, 2), read(0, 3, 4)]],
    ['reads a value that nobody wrote', false, [write(1, 0, 2), read(7, 3, 4)]],
    ['goes back to the value before', false, [write(1, 0, 9), read(1, 1, 2), read(0, 3, 4)]],
    ['sees a write without an answer', true, [write(1, 0, UNKNOWN), read(0, 1, 2), read(1, 3, 4)]],
    ['never sees a write without an answer', true, [write(1, 0, UNKNOWN), read(0, 1, 2), read(0, 3, 4)]],
    ['loses a write without an answer again', false, [write(1, 0, UNKNOWN), read(1, 1, 2), read(0, 3, 4)]],
    [
      'shows two writes in two orders',
      false,
      [write(1, 0, 9), write(2, 0, 9), read(1, 1, 2), read(2, 3, 4), read(1, 5, 6)],
    ],
  ];
  for (const [name, isRight, history] of histories)
    it(`${isRight ? 'accepts' : 'refuses'} one that ${name}`, () => {
      assert.equal(isLinearizable(history, 0), isRight);
    });

  it('accepts what a register did, and refuses it with one read of an older value', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const history = historyOf(seed, 60);
      assert.equal(isLinearizable(history, 0), true, `with the seed ${seed}`);
      const late = { kind: 'read', value: 0, called: 2_000, returned: 2_001 } as const;
      assert.equal(isLinearizable([...history, late], 0), false, `with the seed ${seed}`);
    }
  });
});
