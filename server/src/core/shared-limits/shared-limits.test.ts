import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '@azulejo/storage/testing';
import { type Database, migrations } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import type { SharedWindows } from '../../platform/shared-windows.ts';
import { createSignInLimits } from '../../platform/sign-in-limits.ts';
import { type ManualClock, manualClock } from '../../platform/testing/manual-clock.ts';
import { openStrictWindows } from './index.ts';

const settings = {
  signInFailuresPerAddress: 20,
  signInFailuresPerAccountAndAddress: 5,
  signInFailuresPerAccountFromNewAddresses: 10,
  invalidTokensPerAddress: 3,
};
const guess = { account: 'ana@example.org', ownerId: 'ana', address: '203.0.113.7' };

const isTooMany = (error: unknown) => error instanceof ApiError && error.kind === 'too_many_requests';

const formOf = (clock: ManualClock, windows: SharedWindows) =>
  createSignInLimits({ clock, settings, strict: { windows, as: 'sign-in' }, isKnown: async () => false });

forEachEngine(
  (_engine, open) => {
    /** Two servers on one database. */
    async function setUp() {
      const db = await open<Database>({ migrations });
      const manual = manualClock();
      let passed = 0;
      // Between any two looks at a machine's monotonic clock pass fractions of a millisecond.
      const monotonic = () => {
        passed += 0.001;
        return manual.monotonic() + passed;
      };
      const clock = { ...manual, monotonic };
      const warnings: unknown[] = [];
      const logger = { warn: (...args: unknown[]) => void warnings.push(args) };
      const windows = [openStrictWindows({ db, logger }), openStrictWindows({ db, logger })] as const;
      const [here, there] = [formOf(clock, windows[0]), formOf(clock, windows[1])];
      const fail = async (form: typeof here, attempt = guess) => {
        const allowance = await form.allowanceOf(attempt);
        allowance.require();
        allowance.failed();
      };
      return { db, clock, windows, here, there, fail, warnings };
    }

    it('counts failures of two servers together, each from where the other is', async () => {
      const { windows, here, there, fail } = await setUp();
      for (const form of [here, there, here, there, here]) {
        await fail(form);
        await Promise.all(windows.map(({ flush }) => flush()));
      }
      for (const form of [here, there]) await assert.rejects(fail(form), isTooMany);
      await fail(there, { ...guess, account: 'rui@example.org' });
    });

    it('allows all failures again when the window has ended, on both', async () => {
      const { clock, windows, here, there, fail } = await setUp();
      for (let count = 0; count < 5; count += 1) await fail(here);
      await windows[0].flush();
      await assert.rejects(fail(there), isTooMany);
      clock.advance({ seconds: 60 });
      await fail(there);
      await fail(here);
    });

    it('counts wrong tokens of two servers together', async () => {
      const { windows, here, there } = await setUp();
      for (const form of [here, there, here]) {
        await form.failedToken(guess.address);
        await Promise.all(windows.map(({ flush }) => flush()));
      }
      await assert.rejects(there.failedToken(guess.address), isTooMany);
    });

    it('makes each try wait on every server after 100 failures, until a sign-in succeeds on one', async () => {
      const { clock, windows, here, there, fail } = await setUp();
      for (let count = 0; count < 101; count += 1) {
        await fail(here, { ...guess, address: `198.51.${count}.1` });
        clock.advance({ minutes: 1 });
      }
      await windows[0].flush();
      const other = { ...guess, address: '192.0.2.1' };
      await assert.rejects(fail(there, other), isTooMany);
      clock.advance({ minutes: 1 });
      const allowance = await there.allowanceOf(other);
      allowance.require();
      allowance.succeeded();
      await windows[1].flush();
      for (const form of [here, there]) await fail(form, { ...other, address: '192.0.9.1' });
    });

    it('gives a point back to all', async () => {
      const { clock, windows } = await setUp();
      const [here, there] = windows.map((each) =>
        createRateLimit('user_codes', 1, { clock, strict: { windows: each, as: 'codes' } }),
      );
      assert.ok(here && there);
      await here.takeStrictly('ana');
      await windows[0].flush();
      await assert.rejects(there.takeStrictly('ana'), isTooMany);
      here.giveBack('ana');
      await windows[0].flush();
      clock.advance({ seconds: 60 });
      await there.takeStrictly('ana');
    });

    it('reads nothing for a key that is refused here already', async () => {
      const { windows, clock } = await setUp();
      let reads = 0;
      const counting = {
        ...windows[0],
        learn: (keys: Parameters<SharedWindows['learn']>[0]) => {
          reads += keys.length;
          return windows[0].learn(keys);
        },
      };
      const limit = createRateLimit('user_codes', 1, { clock, strict: { windows: counting, as: 'codes' } });
      await limit.takeStrictly('ana');
      for (let count = 0; count < 10; count += 1) await assert.rejects(limit.takeStrictly('ana'), isTooMany);
      assert.equal(reads, 1);
    });

    it('keeps no name, address or id of a person', async () => {
      const { db, windows, here, fail, warnings } = await setUp();
      await fail(here);
      await windows[0].flush();
      const rows = await db.read.selectFrom('rate_windows').selectAll().execute();
      assert.ok(rows.length >= 5);
      assert.deepEqual(warnings, []);
      assert.doesNotMatch(JSON.stringify(rows), /ana|203\.0/);
    });
  },
  ['postgres'],
);
