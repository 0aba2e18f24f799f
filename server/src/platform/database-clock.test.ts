import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDatabaseClock } from './database-clock.ts';
import { manualClock } from './testing/manual-clock.ts';

const MINUTE_MS = 60_000;

function setUp() {
  const machine = manualClock();
  const clock = createDatabaseClock(machine);
  /** Reads the time of a database whose clock differs from the machine's by `difference`. */
  function read(difference: number, roundTripMs = 0): void {
    const asked = machine.monotonic();
    machine.advance({ ms: roundTripMs / 2 });
    const time = machine.now() + difference;
    machine.advance({ ms: roundTripMs / 2 });
    clock.follow({ time, asked, answered: machine.monotonic() });
  }
  return { machine, clock, read, difference: () => clock.now() - machine.now() };
}

describe('the clock of the database', () => {
  it('is that of the machine until the database was asked', () => {
    assert.equal(setUp().difference(), 0);
  });

  it('adds half of the way of the answer, and then goes on with the machine', () => {
    for (const minutes of [10, -10]) {
      const { machine, read, difference } = setUp();
      read(minutes * MINUTE_MS, 80);
      assert.equal(difference(), minutes * MINUTE_MS);
      machine.advance({ minutes: 3 });
      assert.equal(difference(), minutes * MINUTE_MS);
    }
  });

  it('goes forward at once, and never back but slower until the database has caught up', () => {
    const { machine, clock, read, difference } = setUp();
    read(1_000);
    read(4_000);
    assert.equal(difference(), 4_000);
    const times = [clock.now()];
    for (let step = 0; step < 900; step += 1) {
      if (step % 300 === 0) read(3_000 - step);
      machine.advance({ ms: 7 });
      times.push(clock.now());
    }
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
      'no time is before the one that was read last',
    );
    assert.equal(difference(), 2_400);
  });

  it('goes on when the clock of the machine is set', () => {
    for (const minutes of [10, -10]) {
      const { machine, clock, read } = setUp();
      read(1_000);
      const before = clock.now();
      machine.jump({ minutes });
      machine.advance({ seconds: 2 });
      assert.equal(clock.now() - before, 2_000);
    }
  });

  it('follows at once a database whose clock was set back by more than a minute', () => {
    const { machine, clock, read } = setUp();
    read(0);
    read(-61_000);
    assert.equal(clock.now(), machine.now() - 61_000);
  });

  it('ignores a time that took too long to arrive', () => {
    const { read, difference } = setUp();
    read(1_000);
    read(9_000, 2_500);
    assert.equal(difference(), 1_000);
  });
});
