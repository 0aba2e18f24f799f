import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { formatToken } from '@azulejo/server/testing';
import { ok, refused } from '../support/auth-calls.ts';
import { clientToken, newApplication, newPerson, personToken } from '../support/people.ts';
import { onEachEngine } from '../support/scene.ts';
import { newSession, refresh, sessionScene, signInIdOf, useAccess } from '../support/sessions.ts';

onEachEngine('decision 0005: reuse of a refresh token', sessionScene, (scene) => {
  it('ends the sign-in at once when a token before the direct predecessor is reused', async () => {
    const { platform, db } = scene();
    const first = await newSession(scene());
    const second = await ok<TokenRecord>(refresh(platform, first));
    const third = await ok<TokenRecord>(refresh(platform, second));
    const elsewhere = await newSession(scene());
    await refused(refresh(platform, first), 'invalid_refresh_token');
    for (const record of [first, second, third]) {
      await refused(useAccess(platform, record), 'revoked_token');
      await refused(refresh(platform, record), 'invalid_refresh_token');
    }
    await ok(useAccess(platform, elsewhere));
    const signIn = await db.read
      .selectFrom('sign_ins')
      .select(['revoked_at', 'revoked_because'])
      .where('id', '=', signInIdOf(first))
      .executeTakeFirstOrThrow();
    assert.deepEqual(signIn, { revoked_at: platform.clock.now(), revoked_because: 'refresh token reused' });
  });

  it('ends the sign-in when a token is reused whose successor was used while the clock was ahead', async () => {
    const { platform } = scene();
    const first = await newSession(scene());
    platform.clock.jump({ days: 5 });
    const second = await ok<TokenRecord>(refresh(platform, first));
    await ok(useAccess(platform, second));
    platform.clock.jump({ days: -5 });
    await refused(refresh(platform, first), 'invalid_refresh_token');
    await refused(useAccess(platform, second), 'revoked_token');
  });

  it('records the reuse of a refresh token in the audit log once', async () => {
    const { platform, application, db } = scene();
    const person = await newPerson(platform, application);
    const first = await personToken(platform, application, person);
    const second = await ok<TokenRecord>(refresh(platform, first));
    await ok(refresh(platform, second));
    for (let time = 0; time < 3; time += 1) await refused(refresh(platform, first), 'invalid_refresh_token');
    const audited = await db.read
      .selectFrom('audit')
      .select(['actor_id', 'target_id', 'address', 'at', 'count'])
      .where('action', '=', 'token.reuse')
      .where('actor_id', '=', person.id)
      .execute();
    assert.deepEqual(audited, [
      {
        actor_id: person.id,
        target_id: application.clientId,
        address: '127.0.0.1',
        at: platform.clock.now(),
        count: 1,
      },
    ]);
  });

  it('never ends the sign-in of a client', async () => {
    const { platform, db } = scene();
    const distributor = await newApplication(platform, { type: 'distributor' });
    const first = await clientToken(platform, distributor, 'distributor');
    const second = await ok<TokenRecord>(refresh(platform, first));
    await ok(useAccess(platform, second));
    platform.clock.advance({ days: 100 });
    const again = await ok<TokenRecord>(refresh(platform, first));
    assert.equal(again.access_token, second.access_token);
    assert.equal(again.refresh_token, second.refresh_token);
    const third = await ok<TokenRecord>(refresh(platform, second));
    await ok(useAccess(platform, third));
    await refused(refresh(platform, first), 'invalid_refresh_token');
    for (const record of [first, second, third]) await ok(useAccess(platform, record));
    assert.equal((await ok<TokenRecord>(refresh(platform, second))).id, third.id);
    await ok(refresh(platform, third));
    const signIn = await db.read
      .selectFrom('sign_ins')
      .select('revoked_at')
      .where('id', '=', signInIdOf(first))
      .executeTakeFirstOrThrow();
    assert.equal(signIn.revoked_at, null);
  });

  it('refuses a refresh token to another client, and still accepts it from its own', async () => {
    const { platform } = scene();
    const other = await newApplication(platform);
    const first = await newSession(scene());
    await refused(refresh(platform, first, { client_id: other.clientId }), 'invalid_refresh_token');
    const unknown = '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20';
    await refused(refresh(platform, first, { client_id: unknown }), 'invalid_client');
    const second = await ok<TokenRecord>(refresh(platform, first));
    await refused(refresh(platform, first, { client_id: other.clientId }), 'invalid_refresh_token');
    await ok(useAccess(platform, second));
  });

  it('refuses a token combined from the sign-in and the secret of two sign-ins', async () => {
    const { platform } = scene();
    const [one, other] = [await newSession(scene()), await newSession(scene())];
    const secret = other.refresh_token.split('_')[2] ?? '';
    const forged = formatToken('azr', `${signInIdOf(one)}_${secret}`);
    await refused(refresh(platform, one, { refresh_token: forged }), 'invalid_refresh_token');
    await ok(useAccess(platform, other));
    await ok(refresh(platform, other));
  });

  it('stores a successor sealed, with no secret in plain text', async () => {
    const { platform, db } = scene();
    const first = await newSession(scene());
    const second = await ok<TokenRecord>(refresh(platform, first));
    const row = await db.read
      .selectFrom('sign_ins')
      .selectAll()
      .where('id', '=', signInIdOf(first))
      .executeTakeFirstOrThrow();
    const box = row.sealed_successor ?? '';
    assert.ok(box.length > 200);
    const texts = [JSON.stringify(row), Buffer.from(box, 'base64url').toString('latin1')];
    for (const record of [first, second]) {
      for (const secret of [record.access_token, record.refresh_token, record.code]) {
        for (const text of texts) assert.ok(!text.includes(secret));
      }
    }
  });
});
