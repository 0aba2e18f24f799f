import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { runEvery } from './interval-job.ts';

const logger = pino({ enabled: false });

describe('runEvery', () => {
  before(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval'] }));
  after(() => mock.timers.reset());

  it('skips ticks while a run is in progress, and does not make up for them', async () => {
    let runs = 0;
    let release = () => {};
    await using _work = runEvery(
      100,
      () => {
        runs += 1;
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      },
      logger,
    );
    mock.timers.tick(1_000);
    assert.equal(runs, 1);
    release();
    await setImmediate();
    assert.equal(runs, 1, 'skipped ticks are not made up for');
    mock.timers.tick(100);
    assert.equal(runs, 2);
    release();
  });

  it('continues after a run throws synchronously', async () => {
    let runs = 0;
    await using _work = runEvery(
      100,
      () => {
        runs += 1;
        throw new Error('at once');
      },
      logger,
    );
    mock.timers.tick(100);
    await setImmediate();
    mock.timers.tick(100);
    assert.equal(runs, 2);
  });

  it('starts the first run after firstAfterMs when it is given', async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
    };
    await using _work = runEvery(3_600_000, work, logger, { firstAfterMs: 60_000 });
    mock.timers.tick(60_000);
    assert.equal(runs, 1);
    await setImmediate();
    mock.timers.tick(3_600_000);
    assert.equal(runs, 2);
  });

  it('waits for the current run when it is disposed', async () => {
    let isDone = false;
    let release = () => {};
    const work = runEvery(
      100,
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }).then(() => {
          isDone = true;
        }),
      logger,
    );
    mock.timers.tick(100);
    const stopped = work[Symbol.asyncDispose]();
    release();
    await stopped;
    assert.equal(isDone, true);
    mock.timers.tick(1_000);
  });
});
