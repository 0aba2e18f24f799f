import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryRelease } from './release-memory.ts';

const MB = 1_000_000;
const MINUTE = 60_000;

/** A process whose collections return what is not in use. */
function newProcess() {
  const state = { memory: 180, inUse: 140, busy: 0, now: 0, collections: 0 };
  const look = createMemoryRelease({
    memory: () => state.memory * MB,
    busy: () => state.busy,
    monotonic: () => state.now,
    collect: () => {
      state.collections += 1;
      state.memory = state.inUse;
    },
  });
  return {
    /** Returns how often it has collected after this look. */
    look: (changes: Partial<typeof state>): number => {
      Object.assign(state, changes);
      look();
      return state.collections;
    },
    state,
  };
}

describe('the memory of the server', () => {
  it('releases memory after the start', () => {
    const { state } = newProcess();
    assert.deepEqual([state.collections, state.memory], [1, 140]);
  });

  it('releases memory after much work, once the server is calm', () => {
    const { look, state } = newProcess();
    assert.equal(look({ memory: 200, inUse: 155, busy: 0.9 }), 1);
    assert.equal(look({ busy: 0.05 }), 2);
    assert.equal(state.memory, 155);
  });

  it('does not collect garbage for small amounts, nor again for memory in use', () => {
    const { look } = newProcess();
    assert.equal(look({ memory: 160 }), 1);
    assert.equal(look({ memory: 190, inUse: 190 }), 2);
    assert.equal(look({ memory: 200, now: 60 * MINUTE }), 2);
  });

  it('does not collect garbage again within ten minutes', () => {
    const { look } = newProcess();
    assert.equal(look({ memory: 200 }), 2);
    assert.equal(look({ memory: 200, now: 9 * MINUTE }), 2);
    assert.equal(look({ memory: 200, now: 10 * MINUTE }), 3);
  });
});
