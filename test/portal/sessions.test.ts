import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { TestPlatform } from '../support/platform.ts';
import { newMember, openPage, PASSWORD, signIn } from '../support/portal-page.ts';
import { onEachEngineInFull } from '../support/scene.ts';

type Security = { recovery_codes_left: number; sessions: { id: string; is_current: boolean }[] };

const FEW = 3;

onEachEngineInFull(
  'the portal’s sessions',
  ({ start }) => start(),
  (scene) => {
    it('sign in by e-mail, however it is written, and keep the token in a cookie that scripts cannot read', async () => {
      const { email } = await newMember(scene());
      const { page, answer } = await signIn(scene(), email.toUpperCase());
      assert.equal(answer.status, 200);
      const [cookie = ''] = answer.headers.getSetCookie();
      assert.match(cookie, /^azulejo-portal=azw_\w+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict$/);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      const session = await page.ask<{ state: string }>('GET', '/session');
      assert.equal(session.state, 'open');
      assert.ok(
        !scene()
          .log()
          .includes(cookie.split('=')[1]?.split(';')[0] ?? cookie),
      );
    });

    it('answer a wrong password and an unknown account alike, after the same work', async () => {
      const { email } = await newMember(scene());
      const { passwords } = scene().server.features;
      const work = async (who: string) => {
        const before = passwords.operations();
        const { answer } = await signIn(scene(), who, 'not the password at all');
        const { code, text } = answer.body;
        return { status: answer.status, code, text, work: passwords.operations() - before };
      };
      const wrong = await work(email);
      assert.deepEqual([wrong.status, wrong.code, wrong.work], [401, 1601, 1]);
      assert.deepEqual(await work('nobody@portal.example'), wrong);
      assert.deepEqual(await work('no e-mail'), wrong);
    });

    it('end with the sign-out, and say so to who asks', async () => {
      const { page } = await newMember(scene());
      const old = page.cookie;
      await page.ask('DELETE', '/session');
      assert.equal(page.cookie, 'azulejo-portal=');
      assert.deepEqual(await page.ask('GET', '/session'), { state: 'none' });
      const response = await fetch(`${scene().url}/portal/api/accounts`, { headers: { cookie: old } });
      assert.deepEqual([response.status, response.headers.get('x-error')], [401, '1608']);
    });

    it('end after a day without use, and after fourteen days of use', async () => {
      const [idle, busy] = [await newMember(scene()), await newMember(scene())];
      for (let hours = 0; hours < 14 * 24; hours += 12) {
        scene().clock.advance({ minutes: 12 * 60 - 1 });
        const isLast = hours + 12 >= 14 * 24;
        const { status } = await busy.page.call('GET', '/account');
        assert.equal(status, 200, `${hours} hours`);
        if (isLast) scene().clock.advance({ minutes: 60 });
      }
      assert.equal((await busy.page.call('GET', '/account')).status, 401);
      assert.equal((await idle.page.call('GET', '/account')).status, 401);
    });

    it('are listed to whom they belong, who ends them one by one or all others at once', async () => {
      const { page, email } = await newMember(scene());
      const stranger = await newMember(scene());
      const [{ page: one }, { page: another }] = [await signIn(scene(), email), await signIn(scene(), email)];
      const { sessions } = await page.ask<Security>('GET', '/account');
      assert.deepEqual([sessions.length, sessions.filter(({ is_current }) => is_current).length], [3, 1]);
      const [there] = (await one.ask<Security>('GET', '/account')).sessions.filter(
        ({ is_current }) => is_current,
      );
      const path = `/account/sessions/${there?.id}`;
      assert.equal((await stranger.page.call('DELETE', path)).status, 404);
      await page.ask('DELETE', path);
      assert.equal((await one.call('GET', '/account')).status, 401);
      assert.equal((await another.call('GET', '/account')).status, 200);
      await page.ask('DELETE', '/account/sessions');
      assert.equal((await another.call('GET', '/account')).status, 401);
      assert.equal((await page.ask<Security>('GET', '/account')).sessions.length, 1);
      assert.equal((await stranger.page.call('GET', '/account')).status, 200);
    });

    it('are replaced by another sign-in in the same browser', async () => {
      const { page, email } = await newMember(scene());
      const before = page.cookie;
      await page.ask('POST', '/session', { email, password: PASSWORD });
      assert.notEqual(page.cookie, before);
      assert.equal((await page.ask<Security>('GET', '/account')).sessions.length, 1);
    });

    it('go on where the password is changed, and end everywhere else', async () => {
      const { page, email } = await newMember(scene());
      const elsewhere = (await signIn(scene(), email)).page;
      const next = 'another wall of tiles';
      const change = (current_password: string, password: string) =>
        page.call('PUT', '/account/password', { current_password, password });
      const refused = await change('not the password at all', next);
      assert.deepEqual(refused.body.errors, [
        { field: 'current_password', reason: 'must be your current password' },
      ]);
      assert.equal((await change(PASSWORD, 'short')).body.code, 1212);
      assert.equal((await elsewhere.call('GET', '/account')).status, 200);
      assert.equal((await change(PASSWORD, next)).status, 200);
      assert.equal((await elsewhere.call('GET', '/account')).status, 401);
      assert.equal((await page.call('GET', '/account')).status, 200);
      assert.equal((await signIn(scene(), email)).answer.status, 401);
      assert.equal((await signIn(scene(), email, next)).answer.status, 200);
    });
  },
);

onEachEngineInFull(
  'guessing at the portal’s door',
  ({ start }) =>
    start({
      environment: {
        RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT: String(FEW),
        TRUSTED_PROXIES: '127.0.0.1',
      },
    }),
  (scene) => {
    it('is stopped, and does not keep out who came in from there before', async () => {
      const { email } = await newMember(scene());
      const from = (address: string, password: string) =>
        fetch(`${scene().url}/portal/api/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify({ email, password }),
        });
      const guesses = await Promise.all(
        Array.from({ length: FEW + 3 }, (_, index) => from(`192.0.2.${index}`, 'a guess at the door')),
      );
      const statuses = guesses.map(({ status }) => status);
      assert.ok(statuses.includes(401) && !statuses.includes(200), String(statuses));
      const late = await from('192.0.2.99', PASSWORD);
      assert.deepEqual([late.status, late.headers.get('x-error')], [429, '4290']);
      assert.ok(Number(late.headers.get('retry-after')) > 0);
      assert.equal((await from('127.0.0.1', PASSWORD)).status, 200);
    });
  },
);

/** The code that an authenticator shows now, or some periods of 30 s later. */
const codeOf = (platform: TestPlatform, secret: string, periods = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: platform.clock.now() + periods * 30_000 });

/** Somebody with an authenticator; its next code is one that was not used. */
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
    it('counts from its first code on, and not before', async () => {
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

    it('leaves who knows the password alone outside, until a code is given, once', async () => {
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

    it('takes a code once, also of two who give it at the same time', async () => {
      const { email, secret } = await newGuarded(scene());
      const pages = await Promise.all([signIn(scene(), email), signIn(scene(), email)]);
      const code = codeOf(scene(), secret);
      const statuses = await Promise.all(
        pages.map(async ({ page }) => (await page.call('POST', '/session/second-factor', { code })).status),
      );
      assert.deepEqual(statuses.toSorted(), [200, 401]);
    });

    it('waits for the code no longer than ten minutes', async () => {
      const { email, secret } = await newGuarded(scene());
      const { page } = await signIn(scene(), email);
      scene().clock.advance({ minutes: 11 });
      const late = await page.call('POST', '/session/second-factor', { code: codeOf(scene(), secret) });
      assert.deepEqual([late.status, late.body.code], [401, 1608]);
    });

    it('is replaced by each recovery code once, as people type them', async () => {
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

    it('is taken off, and gives new recovery codes, only with password and code', async () => {
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
      assert.equal(old.status, 401, 'the earlier ones are gone');
      await page.ask('POST', '/account/second-factor/removal', proof(1));
      assert.equal((await signIn(scene(), email)).answer.body['state'], 'open');
      assert.equal((await page.call('POST', '/account/second-factor/removal', proof(1))).status, 404);
    });

    it('stops who guesses codes', async () => {
      const { email, secret } = await newGuarded(scene());
      const { page } = await signIn(scene(), email);
      const guess = () => page.call('POST', '/session/second-factor', { code: '000000' });
      const guesses = await Promise.all(Array.from({ length: 12 }, guess));
      assert.equal(guesses.filter(({ status }) => status === 401).length, 10);
      const right = await page.call('POST', '/session/second-factor', { code: codeOf(scene(), secret) });
      assert.equal(right.status, 429);
    });

    it('is reset by an owner for who lost it', async () => {
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

    it('stands nowhere in the log, and neither does a code', async () => {
      const { email, secret, recoveryCodes } = await newGuarded(scene());
      const { page } = await signIn(scene(), email);
      await page.call('POST', '/session/second-factor', { code: recoveryCodes[0] });
      const said = scene().log();
      for (const each of [secret, recoveryCodes[0] ?? '', PASSWORD]) assert.ok(!said.includes(each));
    });
  },
);

onEachEngineInFull(
  'a portal behind TLS',
  async ({ start }) => {
    const platform = await start({ environment: { PUBLIC_URL: 'https://azulejo.example' } });
    return { ...platform, url: platform.server.address };
  },
  (scene) => {
    it('binds the cookie to the host and to TLS', async () => {
      const { email } = await newMember(scene());
      const { answer } = await signIn(scene(), email);
      assert.match(answer.headers.getSetCookie()[0] ?? '', /^__Host-azulejo-portal=.*; Path=\/;.*Secure;/);
      const page = openPage(scene());
      assert.deepEqual(await page.ask('GET', '/session'), { state: 'none' });
    });
  },
);
