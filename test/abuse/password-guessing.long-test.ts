import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RECOMMENDED_HASH_COST } from '@azulejo/server/testing';
import { refused } from '../support/auth-calls.ts';
import { newPerson } from '../support/people.ts';
import { onSqlite } from '../support/scene.ts';
import { assertUnharmed, waitsDuring } from './bystanders.ts';
import {
  CONCURRENT_TRIES,
  elsewhere,
  exhaust,
  sprayScene,
  type TrySignIn,
  UNLIMITED_PER_ACCOUNT,
  WRONG,
  waitOf,
} from './spraying.ts';

/** Failures per minute from one network; a wide network has five times as many. */
const PER_NETWORK = 4;
const PER_WIDE_NETWORK = 5 * PER_NETWORK;
const ADDRESSES = 200;

onSqlite(
  'one password tried at 200 accounts from 200 addresses',
  (stage) => sprayScene(stage, { RATE_LIMIT_SIGN_IN_FAILURES_PER_ADDRESS: String(PER_NETWORK) }),
  (scene) => {
    const cases = [
      { name: 'one /24 of IPv4', address: (index: number) => `198.51.100.${index}`, tries: PER_NETWORK },
      { name: 'one /64 of IPv6', address: (index: number) => `2001:db8:1:2::${index}`, tries: PER_NETWORK },
      { name: 'one /16 of IPv4', address: (index: number) => `203.0.${index}.7`, tries: PER_WIDE_NETWORK },
      {
        name: 'one /48 of IPv6',
        address: (index: number) => `2001:db8:5:${index}::7`,
        tries: PER_WIDE_NETWORK,
      },
    ];
    for (const { name, address, tries } of cases) {
      it(`allows ${tries} tries a minute from ${name} and more for an owner known there`, async () => {
        const { platform, application, signIn } = scene();
        const { passwords } = platform.server.features;
        const owner = await newPerson(platform, application);
        assert.equal((await signIn(owner.email, owner.password, address(1))).status, 200);
        const before = passwords.operations();
        const statuses: number[] = [];
        for (let index = 1; index <= ADDRESSES; index += 1)
          statuses.push((await signIn(`sprayed-${index}@example.org`, WRONG, address(index))).status);
        assert.deepEqual(
          statuses,
          Array.from({ length: ADDRESSES }, (_, index) => (index < tries ? 401 : 429)),
        );
        assert.equal(passwords.operations() - before, tries, 'a refusal costs no hash');
        assert.equal((await signIn(owner.email, owner.password, address(1))).status, 200);
        platform.clock.advance({ seconds: 60 });
        await refused(signIn('sprayed@example.org', WRONG, address(ADDRESSES)), 'bad_credentials');
      });
    }
  },
);

onSqlite(
  'one account tried from hundreds of unrelated networks',
  (stage) => sprayScene(stage, UNLIMITED_PER_ACCOUNT),
  (scene) => {
    it('tries a password that ends like a code once, although it can be read in two ways', async () => {
      const { platform, application, signIn } = scene();
      const owner = await newPerson(platform, application);
      const trySignIn: TrySignIn = (password, from) => signIn(owner.email, password, from);
      await exhaust(trySignIn);
      platform.clock.advance({ seconds: 1 });
      await refused(trySignIn(`${WRONG} 123456`, elsewhere()), 'bad_credentials');
      assert.equal(await waitOf(trySignIn(owner.password, elsewhere())), 2, 'the failure counts');
      platform.clock.advance({ seconds: 2 });
      assert.equal((await trySignIn(owner.password, elsewhere())).status, 200);
    });

    it('doubles the wait after 100 failures until the owner signs in from a known address', async () => {
      const { platform, application, signIn } = scene();
      const { passwords } = platform.server.features;
      const owner = await newPerson(platform, application);
      const home = elsewhere();
      assert.equal((await signIn(owner.email, owner.password, home)).status, 200);
      const trySignIn: TrySignIn = (password, from) => signIn(owner.email, password, from);
      await exhaust(trySignIn);
      for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
        const before = passwords.operations();
        assert.equal(await waitOf(trySignIn(WRONG, elsewhere())), seconds);
        assert.equal(
          await waitOf(trySignIn(owner.password, elsewhere())),
          seconds,
          'the right password waits, too',
        );
        platform.clock.jump({ days: 1 });
        assert.equal(await waitOf(trySignIn(WRONG, elsewhere())), seconds, 'setting the clock ends no wait');
        platform.clock.jump({ days: -1 });
        assert.equal(passwords.operations(), before, 'a refusal costs no hash');
        platform.clock.advance({ seconds });
        const many = await Promise.all(
          Array.from({ length: CONCURRENT_TRIES }, () => trySignIn(WRONG, elsewhere())),
        );
        const statuses = many.map(({ status }) => status).sort();
        assert.deepEqual(statuses, [401, 429, 429, 429], 'of many at once, one is tried');
      }
      assert.equal((await trySignIn(owner.password, home)).status, 200, 'the owner does not wait at home');
      for (let failure = 0; failure < 2; failure += 1)
        await refused(trySignIn(WRONG, elsewhere()), 'bad_credentials');
      assert.equal(
        (await trySignIn(owner.password, elsewhere())).status,
        200,
        'the success ended the backoff',
      );
    });
  },
);

onSqlite(
  'passwords tried from hundreds of unrelated networks',
  (stage) => sprayScene(stage, { RATE_LIMIT_SIGN_IN_FAILURES_PER_ADDRESS: String(PER_NETWORK) }),
  (scene) => {
    it('allows ten times the tries of one network, then one a minute and account', async () => {
      const { platform, application, signIn } = scene();
      const { passwords } = platform.server.features;
      const owner = await newPerson(platform, application);
      const home = elsewhere();
      assert.equal((await signIn(owner.email, owner.password, home)).status, 200);
      const before = passwords.operations();
      const statuses: number[] = [];
      for (let index = 0; index < ADDRESSES; index += 1)
        statuses.push((await signIn(`tried-${index % 4}@example.org`, WRONG, elsewhere())).status);
      const allowed = 10 * PER_NETWORK;
      assert.deepEqual(
        statuses,
        Array.from({ length: ADDRESSES }, (_, index) => (index < allowed ? 401 : 429)),
      );
      assert.equal(passwords.operations() - before, allowed, 'a refusal costs no hash');
      assert.equal((await signIn(owner.email, owner.password, home)).status, 200, 'at a known address');
      assert.equal((await signIn(owner.email, owner.password, elsewhere())).status, 200, 'with a new phone');
      const another = () => signIn('another@example.org', WRONG, elsewhere());
      assert.deepEqual([(await another()).status, (await another()).status], [401, 429]);
      platform.clock.advance({ seconds: 60 });
      assert.equal((await another()).status, 401);
    });
  },
);

/** Checks of passwords that wait for one account and host; each stranger has fewer. */
const MAX_WAITING = 20;

onSqlite(
  'guesses at a known account from several networks at once',
  (stage) =>
    sprayScene(
      stage,
      { ...UNLIMITED_PER_ACCOUNT, RATE_LIMIT_SIGN_IN_FAILURES_PER_ADDRESS: '100000' },
      // With the cost of the other tests, no check would wait.
      { hashCost: RECOMMENDED_HASH_COST },
    ),
  (scene) => {
    it('lets the owner in at once at a known address', async (context) => {
      const { platform, application, signIn } = scene();
      const owner = await newPerson(platform, application);
      const home = elsewhere();
      const enter = async () => assert.equal((await signIn(owner.email, owner.password, home)).status, 200);
      await enter();
      const atRest = await waitsDuring(enter, undefined, { parallel: 1, minSamples: 20 });
      const strangers = [elsewhere(), elsewhere()];
      // Together more than may wait for one account, until its failures make each further one wait.
      const guess = (from: string) =>
        Promise.all(Array.from({ length: MAX_WAITING }, () => signIn(owner.email, WRONG, from)));
      const before = platform.server.features.passwords.operations();
      const guesses = Promise.all(strangers.map(guess));
      const underLoad = await waitsDuring(enter, guesses, { parallel: 1, minSamples: 5 });
      assert.ok(platform.server.features.passwords.operations() - before > MAX_WAITING);
      // A check of each stranger may come before that of the owner.
      assertUnharmed(context, atRest, underLoad, { maxRatio: 2 + strangers.length });
    });
  },
);
