import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { runEvery } from './interval-job.ts';
import { manualClock } from './testing/manual-clock.ts';

const logger = pino({ enabled: false });

describe('runEvery', () => {
  it('skips ticks while a run is in progress, and keeps the interval afterwards', async () => {
    const clock = manualClock();
    let runs = 0;
    let release = () => {};
    await using _work = runEvery(
      () => {
        runs += 1;
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      },
      { name: 'test', everyMs: 100, clock, logger },
    );
    clock.advance({ ms: 100 });
    clock.advance({ ms: 850 });
    assert.equal(runs, 1);
    release();
    await setImmediate();
    assert.equal(runs, 1, 'skipped ticks are not made up for');
    clock.advance({ ms: 50 });
    assert.equal(runs, 2);
    release();
  });

  it('continues after a run throws synchronously', async () => {
    const clock = manualClock();
    let runs = 0;
    await using _work = runEvery(
      () => {
        runs += 1;
        throw new Error('at once');
      },
      { name: 'test', everyMs: 100, clock, logger },
    );
    clock.advance({ ms: 100 });
    await setImmediate();
    clock.advance({ ms: 100 });
    assert.equal(runs, 2);
  });

  it('starts the first run after firstAfterMs when it is given', async () => {
    const clock = manualClock();
    let runs = 0;
    const work = async () => {
      runs += 1;
    };
    await using _work = runEvery(work, {
      name: 'test',
      everyMs: 3_600_000,
      firstAfterMs: 60_000,
      clock,
      logger,
    });
    clock.advance({ seconds: 60 });
    assert.equal(runs, 1);
    await setImmediate();
    clock.advance({ seconds: 3_600 });
    assert.equal(runs, 2);
  });

  it('waits for the current run when it is disposed, and starts no other', async () => {
    const clock = manualClock();
    let runs = 0;
    let isDone = false;
    let release = () => {};
    const work = runEvery(
      () => {
        runs += 1;
        return new Promise<void>((resolve) => {
          release = resolve;
        }).then(() => {
          isDone = true;
        });
      },
      { name: 'test', everyMs: 100, clock, logger },
    );
    clock.advance({ ms: 100 });
    const stopped = work[Symbol.asyncDispose]();
    release();
    await stopped;
    assert.equal(isDone, true);
    clock.advance({ seconds: 1 });
    assert.equal(runs, 1);
  });
});
