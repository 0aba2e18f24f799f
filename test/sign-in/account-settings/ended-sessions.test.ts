import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { newChallenge } from '../../support/authenticator.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngine } from '../../support/scene.ts';
import { enterBy, listOf, withPasskey } from './passkey-scene.ts';
import { accountScene, created, readAccount, readSessions } from './scene.ts';

onEachEngine(
  'changes that end other sessions',
  accountScene,
  (scene) => {
    /** Runs a call while the database refuses to end sessions, and then again. */
    async function callTwice(call: () => Promise<Response>, check: () => Promise<void>) {
      const { db } = scene();
      const when = sql`before update of revoked_at on sign_ins when new.revoked_at is not null`;
      await db.write((tx) =>
        sql`create trigger stuck ${when} begin select raise(abort, 'the row is stuck'); end`.execute(tx),
      );
      const refused = await call();
      await db.write((tx) => sql`drop trigger stuck`.execute(tx));
      assert.equal(refused.status, 500);
      await check();
      await readJson(await call());
    }

    it('removes a passkey and ends its sessions, or does neither', async () => {
      const { here, authenticator, passkey } = await withPasskey(scene());
      const others = (await readSessions(here)).length;
      await readJson(await enterBy(scene(), authenticator.use(await newChallenge(scene().platform))));
      await callTwice(
        () => here.call('DELETE', `/v3/account/passkeys/${passkey.id}`),
        async () => assert.equal((await listOf(here)).length, 1),
      );
      assert.equal((await readSessions(here)).length, others);
    });

    it('turns the second factor on and ends other sessions, or does neither', async () => {
      const { newUser, enter, clock } = scene();
      const person = await newUser();
      const [here] = [await enter(person), await enter(person)];
      await here.prove();
      const path = '/v3/account/second-factor';
      const { secret } = await created<{ secret: string }>(await here.call('POST', path, {}));
      const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now() });
      await callTwice(
        () => here.call('PUT', path, { code }),
        async () => assert.equal((await readAccount(here)).second_factor_since, null),
      );
      assert.equal((await readSessions(here)).length, 1);
    });
  },
  { engines: ['sqlite'] },
);
