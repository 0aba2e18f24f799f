import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { runEvery } from './interval-job.ts';

const logger = pino({ enabled: false });

describe('repeated work', () => {
  before(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval'] }));
  after(() => mock.timers.reset());

  it('skips ticks while a run is under way, and does not make up for them', async () => {
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

  it('goes on after a failure, also one that is thrown at once', async () => {
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

  it('begins earlier than after an interval when told to', async () => {
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

  it('is waited for when it is stopped', async () => {
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
