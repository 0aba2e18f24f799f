import assert from 'node:assert/strict';
import { it } from 'node:test';
import { advanceAndUse } from '../../support/portal.ts';
import { newMember, openPage, PASSWORD, signIn } from '../../support/portal-page.ts';
import { onEachEngineInFull } from '../../support/scene.ts';

type Security = { sessions: { id: string; is_current: boolean }[] };

const FEW = 3;

onEachEngineInFull(
  'the portal’s sessions',
  ({ start }) => start(),
  (scene) => {
    it('signs in by e-mail in any case and sets an HttpOnly cookie that is never logged', async () => {
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

    it('returns the same error after the same work for a wrong password and an unknown account', async () => {
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

    it('ends a session by the sign-out and reports its state', async () => {
      const { page } = await newMember(scene());
      const old = page.cookie;
      await page.ask('DELETE', '/session');
      assert.equal(page.cookie, 'azulejo-portal=');
      assert.deepEqual(await page.ask('GET', '/session'), { state: 'none' });
      const response = await fetch(`${scene().url}/portal/api/accounts`, { headers: { cookie: old } });
      assert.deepEqual([response.status, response.headers.get('x-error')], [401, '1608']);
    });

    it('ends a session after a day without use, and after fourteen days at the latest', async () => {
      const [idle, busy] = [await newMember(scene()), await newMember(scene())];
      for (let hours = 0; hours < 14 * 24; hours += 12) {
        const isLast = hours + 12 >= 14 * 24;
        await advanceAndUse(scene(), { minutes: 12 * 60 - 1 }, async () => {
          const { status } = await busy.page.call('GET', '/account');
          assert.equal(status, 200, `${hours} hours`);
        });
        if (isLast) scene().clock.advance({ minutes: 60 });
      }
      assert.equal((await busy.page.call('GET', '/account')).status, 401);
      assert.equal((await idle.page.call('GET', '/account')).status, 401);
    });

    it("lists an account's sessions and ends one of them or all others", async () => {
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

    it('replaces a session by another sign-in in the same browser', async () => {
      const { page, email } = await newMember(scene());
      const before = page.cookie;
      await page.ask('POST', '/session', { email, password: PASSWORD });
      assert.notEqual(page.cookie, before);
      assert.equal((await page.ask<Security>('GET', '/account')).sessions.length, 1);
    });

    it('refuses a new password when a link set one while it was hashed', async () => {
      const { passwords, db } = scene().server.features;
      const { id, email, page } = await newMember(scene());
      const [own, password] = ['only the owner knows this', 'another wall of blue tiles'];
      const hash = await passwords.hash(own, { address: '127.0.0.1' });
      const before = passwords.operations();
      let change: ReturnType<typeof page.call> | undefined;
      // The change can write only after this, and has verified and hashed its passwords by then.
      await db.write(async (tx) => {
        await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute();
        change ??= page.call('PUT', '/account/password', { current_password: PASSWORD, password });
        while (passwords.operations() < before + 2) await new Promise(setImmediate);
      });
      const answer = await change;
      assert.deepEqual([answer?.status, answer?.body.errors?.[0]?.field], [400, 'current_password']);
      assert.equal((await signIn(scene(), email, own)).answer.status, 200);
    });

    it('ends all other sessions when the password is changed', async () => {
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
  'guesses of portal passwords',
  ({ start }) =>
    start({
      environment: {
        RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT: String(FEW),
        TRUSTED_PROXIES: '127.0.0.1',
      },
    }),
  (scene) => {
    it('throttles guesses, but not from an address where the account signed in before', async () => {
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

onEachEngineInFull(
  'a portal behind TLS',
  async ({ start }) => {
    const platform = await start({ environment: { PUBLIC_URL: 'https://azulejo.example' } });
    return { ...platform, url: platform.server.address };
  },
  (scene) => {
    it('binds the cookie to the host and to TLS behind HTTPS', async () => {
      const { email } = await newMember(scene());
      const { answer } = await signIn(scene(), email);
      assert.match(answer.headers.getSetCookie()[0] ?? '', /^__Host-azulejo-portal=.*; Path=\/;.*Secure;/);
      const page = openPage(scene());
      assert.deepEqual(await page.ask('GET', '/session'), { state: 'none' });
    });
  },
);
