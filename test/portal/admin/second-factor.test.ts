import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { TestPlatform } from '../../support/platform.ts';
import { newMember, openPage, PASSWORD, signIn, tokenIn } from '../../support/portal-page.ts';
import { onEachEngineInFull } from '../../support/scene.ts';

type Security = { recovery_codes_left: number };

/** Returns the code that an authenticator shows now, or `periods` of 30 s later. */
const codeOf = (platform: TestPlatform, secret: string, periods = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: platform.clock.now() + periods * 30_000 });

/** Creates an account with an authenticator whose next code has not been used. */
async function newGuarded(platform: TestPlatform) {
  const member = await newMember(platform);
  const begun = { password: PASSWORD };
  const { secret } = await member.page.ask<{ secret: string }>('POST', '/account/second-factor', begun);
  const code = codeOf(platform, secret);
  const answer = await member.page.ask<{ recovery_codes: string[] }>('PUT', '/account/second-factor', {
    code,
  });
  platform.clock.advance({ minutes: 5 });
  return { ...member, secret, recoveryCodes: answer.recovery_codes };
}

onEachEngineInFull(
  'the second factor',
  ({ start }) => start(),
  (scene) => {
    it('requires the second factor after its first valid code, and not before', async () => {
      const { page, email } = await newMember(scene());
      const wrong = await page.call('POST', '/account/second-factor', { password: 'not it at all' });
      assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.field], [400, 'password']);
      const begun = await page.ask<{ secret: string; uri: string }>('POST', '/account/second-factor', {
        password: PASSWORD,
      });
      assert.match(begun.uri, /^otpauth:\/\/totp\/Azulejo:member-\d+%40portal\.example\?issuer=Azulejo&/);
      assert.equal((await signIn(scene(), email)).answer.body['state'], 'open');
      const refused = await page.call('PUT', '/account/second-factor', {
        code: codeOf(scene(), begun.secret, 5),
      });
      assert.deepEqual([refused.status, refused.body.errors?.[0]?.field], [400, 'code']);
      assert.equal((await signIn(scene(), email)).answer.body['state'], 'open');
      const code = codeOf(scene(), begun.secret);
      const { recovery_codes: codes } = await page.ask<{ recovery_codes: string[] }>(
        'PUT',
        '/account/second-factor',
        { code },
      );
      assert.equal(new Set(codes).size, 10);
      for (const each of codes) assert.match(each, /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
      assert.equal((await signIn(scene(), email)).answer.body['state'], 'second-factor');
    });

    it('keeps a session with a correct password closed until a code is given, which works once', async () => {
      const { email, secret } = await newGuarded(scene());
      const { page } = await signIn(scene(), email);
      const pending = page.cookie;
      assert.equal((await page.call('GET', '/accounts')).status, 401);
      const wrong = await page.call('POST', '/session/second-factor', { code: '000000' });
      assert.deepEqual([wrong.status, wrong.body.code], [401, 1609]);
      const code = codeOf(scene(), secret);
      assert.equal((await page.call('POST', '/session/second-factor', { code })).body['state'], 'open');
      assert.notEqual(page.cookie, pending, 'the session is another one');
      assert.equal((await page.call('GET', '/accounts')).status, 200);
      const again = (await signIn(scene(), email)).page;
      assert.equal((await again.call('POST', '/session/second-factor', { code })).status, 401);
      const later = codeOf(scene(), secret, 1);
      assert.equal((await again.call('POST', '/session/second-factor', { code: later })).status, 200);
      const earlier = (await signIn(scene(), email)).page;
      assert.equal((await earlier.call('POST', '/session/second-factor', { code })).status, 401);
    });

    it('accepts a code once when two sessions send it at the same time', async () => {
      const { email, secret } = await newGuarded(scene());
      const pages = await Promise.all([signIn(scene(), email), signIn(scene(), email)]);
      const code = codeOf(scene(), secret);
      const statuses = await Promise.all(
        pages.map(async ({ page }) => (await page.call('POST', '/session/second-factor', { code })).status),
      );
      assert.deepEqual(statuses.toSorted(), [200, 401]);
    });

    it('neither lists sign-ins that wait for a code, nor ends open sessions for them', async () => {
      const { id, email, page } = await newGuarded(scene());
      assert.equal((await signIn(scene(), email)).answer.body['state'], 'second-factor');
      const { db, features } = scene().server;
      const visitor = { address: '192.0.2.9', userAgent: 'guesser' };
      for (let count = 0; count < 110; count += 1)
        await db.write((tx) =>
          features.portalAccounts.sessions.open(tx, { userId: id, state: 'second-factor' }, visitor),
        );
      const { sessions } = await page.ask<{ sessions: { is_current: boolean }[] }>('GET', '/account');
      assert.deepEqual(
        sessions.map((each) => each.is_current),
        [true],
      );
    });

    it('expires a sign-in that waits for the code after ten minutes', async () => {
      const { email, secret } = await newGuarded(scene());
      const { page } = await signIn(scene(), email);
      scene().clock.advance({ minutes: 11 });
      const late = await page.call('POST', '/session/second-factor', { code: codeOf(scene(), secret) });
      assert.deepEqual([late.status, late.body.code], [401, 1608]);
    });

    it('accepts each recovery code once, in any case and with or without hyphens', async () => {
      const { email, recoveryCodes } = await newGuarded(scene());
      const [code = ''] = recoveryCodes;
      const enter = async (typed: string) => {
        const { page } = await signIn(scene(), email);
        return { page, answer: await page.call('POST', '/session/second-factor', { code: typed }) };
      };
      const { page, answer } = await enter(` ${code.toUpperCase().replaceAll('-', ' ')}`);
      assert.equal(answer.status, 200);
      assert.equal((await page.ask<Security>('GET', '/account')).recovery_codes_left, 9);
      assert.equal((await enter(code)).answer.status, 401);
      assert.equal((await enter('aaaa-aaaa-aaaa-aaaa')).answer.status, 401);
    });

    it('requires password and code to remove the second factor or renew its recovery codes', async () => {
      const { page, email, secret, recoveryCodes } = await newGuarded(scene());
      const proof = (periods: number) => ({ password: PASSWORD, code: codeOf(scene(), secret, periods) });
      for (const path of ['/account/recovery-codes', '/account/second-factor/removal']) {
        const bad = [
          { ...proof(0), password: 'not it at all' },
          { ...proof(0), code: '000000' },
        ];
        for (const each of bad) assert.equal((await page.call('POST', path, each)).status, 400, path);
      }
      const renewed = await page.ask<{ recovery_codes: string[] }>(
        'POST',
        '/account/recovery-codes',
        proof(0),
      );
      assert.equal(renewed.recovery_codes.length, 10);
      const late = (await signIn(scene(), email)).page;
      const old = await late.call('POST', '/session/second-factor', { code: recoveryCodes[0] });
      assert.equal(old.status, 401, 'the earlier codes are no longer accepted');
      await page.ask('POST', '/account/second-factor/removal', proof(1));
      assert.equal((await signIn(scene(), email)).answer.body['state'], 'open');
      assert.equal((await page.call('POST', '/account/second-factor/removal', proof(1))).status, 404);
    });

    it('throttles guesses of codes', async () => {
      const { email, secret } = await newGuarded(scene());
      const { page } = await signIn(scene(), email);
      const guess = () => page.call('POST', '/session/second-factor', { code: '000000' });
      const guesses = await Promise.all(Array.from({ length: 12 }, guess));
      assert.equal(guesses.filter(({ status }) => status === 401).length, 10);
      const right = await page.call('POST', '/session/second-factor', { code: codeOf(scene(), secret) });
      assert.equal(right.status, 429);
    });

    it('lets an owner reset the second factor of an account', async () => {
      const { id, email, page } = await newGuarded(scene());
      const owner = await newMember(scene(), { role: 'owner' });
      const { second_factor } = await owner.page.ask<{ second_factor: boolean }>(
        'DELETE',
        `/accounts/${id}/second-factor`,
      );
      assert.equal(second_factor, false);
      assert.equal((await page.call('GET', '/account')).status, 401);
      assert.equal((await signIn(scene(), email)).answer.body['state'], 'open');
    });

    it('is removed by the use of a reset link, when an owner makes the link for that', async () => {
      const { page: owner } = await newMember(scene(), { role: 'owner' });
      const states: unknown[] = [];
      for (const resets_second_factor of [false, true]) {
        const { id, email } = await newGuarded(scene());
        const made = await owner.ask<{ link: string }>('POST', `/accounts/${id}/reset-link`, {
          resets_second_factor,
        });
        const password = 'a wall of other tiles';
        await openPage(scene()).ask('POST', '/password-link', { token: tokenIn(made.link), password });
        states.push((await signIn(scene(), email, password)).answer.body['state']);
      }
      assert.deepEqual(states, ['second-factor', 'open']);
    });

    it('never writes secrets or codes to the log', async () => {
      const { email, secret, recoveryCodes } = await newGuarded(scene());
      const { page } = await signIn(scene(), email);
      await page.call('POST', '/session/second-factor', { code: recoveryCodes[0] });
      const logText = scene().log();
      for (const each of [secret, recoveryCodes[0] ?? '', PASSWORD]) assert.ok(!logText.includes(each));
    });
  },
);
