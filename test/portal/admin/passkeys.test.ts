import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from '@azulejo/contract';
import { Secret, TOTP } from 'otpauth';
import { createAuthenticator, newChallenge, newPasskey } from '../../support/authenticator.ts';
import { newApplication } from '../../support/people.ts';
import type { TestPlatform } from '../../support/platform.ts';
import { type Member, newMember, openPage, PASSWORD, signIn, tokenIn } from '../../support/portal-page.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';

const PASSKEYS = '/account/passkeys';

/** Adds a passkey to the account of a page. */
async function addPasskey(platform: TestPlatform, { page }: Pick<Member, 'page'>, proof: object = {}) {
  const authenticator = createAuthenticator(platform);
  const begun = { password: PASSWORD, ...proof };
  const options = await page.ask<PasskeyCreationOptions>('POST', `${PASSKEYS}/challenge`, begun);
  const credential = authenticator.create(options);
  const passkey = await page.ask<Passkey>('POST', PASSKEYS, { name: 'Phone', credential });
  return { authenticator, passkey };
}

/** Returns a page that sent the passkey, and the answer. */
async function enterBy(platform: TestPlatform, authenticator: ReturnType<typeof createAuthenticator>) {
  const page = openPage(platform);
  const options = await page.ask<PasskeyRequestOptions>('POST', '/session/passkey/challenge', {});
  const answer = await page.call('POST', '/session/passkey', { credential: authenticator.use(options) });
  return { page, answer };
}

onEachEngineInFull(
  'passkeys of operators',
  ({ start }) => start(),
  (scene) => {
    it('signs in with a passkey, without password and code, once per challenge', async () => {
      const member = await newMember(scene());
      const { authenticator } = await addPasskey(scene(), member);
      const options = await openPage(scene()).ask<PasskeyRequestOptions>(
        'POST',
        '/session/passkey/challenge',
        {},
      );
      const credential = authenticator.use(options);
      const page = openPage(scene());
      const first = await page.call('POST', '/session/passkey', { credential });
      assert.deepEqual([first.status, first.body['state']], [200, 'open']);
      assert.match(first.headers.getSetCookie()[0] ?? '', /HttpOnly; SameSite=Strict$/i);
      assert.equal((await page.call('PATCH', '/account', { name: 'Rui C.' })).status, 200);
      const again = await openPage(scene()).call('POST', '/session/passkey', { credential });
      assert.deepEqual([again.status, again.headers.getSetCookie()], [401, []]);
      const { passkeys } = await page.ask<{ passkeys: Passkey[] }>('GET', PASSKEYS);
      assert.notEqual(passkeys[0]?.last_used, null);
    });

    it('adds and removes passkeys only after the password, and a code if the second factor is on', async () => {
      const member = await newMember(scene());
      const { page } = member;
      const { passkey } = await addPasskey(scene(), member);
      const wrong = await page.call('POST', `${PASSKEYS}/challenge`, { password: 'not it at all' });
      assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.field], [400, 'password']);
      const { secret } = await page.ask<{ secret: string }>('POST', '/account/second-factor', {
        password: PASSWORD,
      });
      const codeNow = () =>
        TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: scene().clock.now() });
      await page.ask('PUT', '/account/second-factor', { code: codeNow() });
      for (const path of [`${PASSKEYS}/challenge`, `${PASSKEYS}/${passkey.id}/removal`])
        for (const code of [undefined, '000000']) {
          const body = { password: PASSWORD, ...(code === undefined ? {} : { code }) };
          const refused = await page.call('POST', path, body);
          assert.deepEqual([refused.status, refused.body.errors?.[0]?.field], [400, 'code'], path);
        }
      scene().clock.advance({ minutes: 5 });
      const { authenticator } = await addPasskey(scene(), member, { code: codeNow() });
      assert.equal((await enterBy(scene(), authenticator)).answer.body['state'], 'open');
    });

    it('takes a challenge only for the account that began, once', async () => {
      const [one, other] = [await newMember(scene()), await newMember(scene())];
      const authenticator = createAuthenticator(scene());
      const options = await one.page.ask<PasskeyCreationOptions>('POST', `${PASSKEYS}/challenge`, {
        password: PASSWORD,
      });
      const body = { name: 'Phone', credential: authenticator.create(options) };
      const stolen = await other.page.call('POST', PASSKEYS, body);
      assert.deepEqual([stolen.status, stolen.body.errors?.[0]?.field], [400, 'credential']);
      assert.equal((await one.page.call('POST', PASSKEYS, body)).status, 201);
      assert.equal((await one.page.call('POST', PASSKEYS, body)).status, 400);
    });

    it('refuses a passkey of a disabled operator, a removed one, and one of a person', async () => {
      const owner = await newMember(scene(), { role: 'owner' });
      const member = await newMember(scene());
      const { authenticator, passkey } = await addPasskey(scene(), member);
      const setState = (state: string) => owner.page.ask('PATCH', `/accounts/${member.id}`, { state });
      await setState('disabled');
      assert.equal((await enterBy(scene(), authenticator)).answer.status, 401);
      await setState('enabled');
      const { page, answer } = await enterBy(scene(), authenticator);
      assert.equal(answer.status, 200);
      await page.ask('POST', `${PASSKEYS}/${passkey.id}/removal`, { password: PASSWORD });
      assert.equal((await enterBy(scene(), authenticator)).answer.status, 401);
      const ofPerson = await newPasskey(scene(), await newApplication(scene()));
      assert.equal((await enterBy(scene(), ofPerson)).answer.status, 401);
    });

    it('removes passkeys with the second factor that an owner resets, by a link or at once', async () => {
      const owner = await newMember(scene(), { role: 'owner' });
      const reset = {
        atOnce: (id: string) => owner.page.ask('DELETE', `/accounts/${id}/second-factor`),
        async byLink(id: string) {
          const body = { resets_second_factor: true };
          const { link } = await owner.page.ask<{ link: string }>('POST', `/accounts/${id}/reset-link`, body);
          const use = { token: tokenIn(link), password: 'another wall of blue tiles' };
          await openPage(scene()).ask('POST', '/password-link', use);
        },
      };
      for (const [name, run] of Object.entries(reset)) {
        const member = await newMember(scene());
        const { authenticator } = await addPasskey(scene(), member);
        await run(member.id);
        assert.equal((await enterBy(scene(), authenticator)).answer.status, 401, name);
      }
    });

    it('signs no operator in as a person', async () => {
      const { authenticator } = await addPasskey(scene(), await newMember(scene()));
      const { clientId } = await newApplication(scene());
      for (const client_id of [clientId, 'portal']) {
        const credential = authenticator.use(await newChallenge(scene()));
        const answer = await postJson(scene(), '/v3/auth/passkey', { client_id, credential });
        assert.ok(answer.status === 401 || answer.status === 400, `${client_id}: ${answer.status}`);
      }
    });

    it('ends the sessions that a removed passkey started, except the current one', async () => {
      const member = await newMember(scene());
      const { authenticator, passkey } = await addPasskey(scene(), member);
      const { page } = await enterBy(scene(), authenticator);
      const byPassword = (await signIn(scene(), member.email)).page;
      await member.page.ask('POST', `${PASSKEYS}/${passkey.id}/removal`, { password: PASSWORD });
      assert.equal((await page.call('GET', '/account')).status, 401);
      assert.equal((await byPassword.call('GET', '/account')).status, 200);
    });

    it('renames and removes no passkey of another account', async () => {
      const { passkey } = await addPasskey(scene(), await newMember(scene()));
      const { page } = await newMember(scene());
      const path = `${PASSKEYS}/${passkey.id}`;
      assert.equal((await page.call('PATCH', path, { name: 'Mine' })).status, 404);
      assert.equal((await page.call('POST', `${path}/removal`, { password: PASSWORD })).status, 404);
    });

    it('refuses a passkey that another page, a locked device or a copy of it used', async () => {
      const { authenticator } = await addPasskey(scene(), await newMember(scene()));
      assert.equal((await enterBy(scene(), authenticator)).answer.status, 200);
      for (const wrong of [{ origin: 'https://evil.example' }, { isVerified: false }, { counter: 1 }]) {
        const page = openPage(scene());
        const options = await page.ask<PasskeyRequestOptions>('POST', '/session/passkey/challenge', {});
        const credential = authenticator.use(options, wrong);
        const { status } = await page.call('POST', '/session/passkey', { credential });
        assert.equal(status, 401, JSON.stringify(wrong));
      }
      const foreign = await postJson(
        scene(),
        '/portal/api/session/passkey/challenge',
        {},
        {
          headers: { 'sec-fetch-site': 'cross-site' },
        },
      );
      assert.equal(foreign.status, 403);
    });
  },
);
