import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refused } from '../support/auth-calls.ts';
import { newMember, PASSWORD } from '../support/portal-page.ts';
import { onSqlite } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';
import {
  elsewhere,
  exhaust,
  sprayScene,
  type TrySignIn,
  UNLIMITED_PER_ACCOUNT,
  WRONG,
  waitOf,
} from './spraying.ts';

onSqlite(
  'the backoff of an account after 100 failures in a row',
  (stage) => sprayScene(stage, UNLIMITED_PER_ACCOUNT),
  (scene) => {
    it('throttles an account that does not exist in the same way and resets after a day', async () => {
      const { platform, signIn } = scene();
      const trySignIn: TrySignIn = (password, from) => signIn('absent@example.org', password, from);
      await exhaust(trySignIn);
      assert.equal(await waitOf(trySignIn(WRONG, elsewhere())), 1);
      platform.clock.advance({ days: 1 });
      for (let failure = 0; failure < 2; failure += 1)
        await refused(trySignIn(WRONG, elsewhere()), 'bad_credentials');
    });

    it('throttles the portal too, where the owner signs in from a known address', async () => {
      const { platform } = scene();
      const { email } = await newMember(platform);
      const trySignIn: TrySignIn = (password, from) =>
        postJson(
          platform,
          '/portal/api/session',
          { email, password },
          { headers: { 'x-forwarded-for': from } },
        );
      await exhaust(trySignIn);
      assert.equal(await waitOf(trySignIn(PASSWORD, elsewhere())), 1);
      assert.equal((await trySignIn(PASSWORD, '127.0.0.1')).status, 200);
      assert.equal((await trySignIn(PASSWORD, elsewhere())).status, 200);
    });
  },
);
