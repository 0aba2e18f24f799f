import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { ok, refused, send } from '../support/auth-calls.ts';
import { onEachEngine } from '../support/scene.ts';
import { newSession, refresh, sessionScene, signInIdOf, useAccess } from '../support/sessions.ts';

/** More rows than one pruning transaction deletes. */
const MANY = 1_200;

onEachEngine('pruning of sign-ins', sessionScene, (scene) => {
  it('keeps ended sign-ins and codes for a month', async () => {
    const { platform, db } = scene();
    const { auth } = platform.server.features;
    const active = await newSession(scene());
    const ended = await newSession(scene());
    await ok(platform.request(ended.href, { method: 'DELETE', token: ended.access_token }));
    const stored = async () => {
      const signIns = await db.read.selectFrom('sign_ins').select('id').execute();
      const codes = await db.read.selectFrom('codes').select('sign_in_id as id').execute();
      return [signIns, codes].map((rows) =>
        [active, ended].map((record) => rows.some(({ id }) => id === signInIdOf(record))),
      );
    };
    platform.clock.advance({ days: 29 });
    await auth.prune();
    await refused(useAccess(platform, ended), 'revoked_token');
    assert.deepEqual(await stored(), [
      [true, true],
      [true, true],
    ]);
    platform.clock.advance({ days: 2 });
    await auth.prune();
    assert.deepEqual(await stored(), [
      [true, false],
      [false, false],
    ]);
  });

  it('keeps an expired access token while its sign-in can be refreshed, as MQTT accepts it', async () => {
    const { platform, db } = scene();
    const { auth } = platform.server.features;
    const record = await newSession(scene());
    const stored = async () => {
      const rows = db.read
        .selectFrom('access_tokens')
        .select('id')
        .where('sign_in_id', '=', signInIdOf(record));
      return (await rows.execute()).length;
    };
    platform.clock.advance({ days: 90 });
    await auth.prune();
    await refused(useAccess(platform, record), 'expired_token');
    platform.clock.advance({ days: 365 });
    await auth.prune();
    assert.equal(await stored(), 0, 'access tokens are deleted with their sign-in');
  });

  it('keeps the first access token of a sign-in and the 50 before the newest', async () => {
    const { platform } = scene();
    const records = [await newSession(scene())];
    for (let count = 1; count <= 53; count += 1) {
      const response = refresh(platform, records.at(-1) ?? assert.fail());
      records.push(await ok<TokenRecord>(response));
    }
    const gone = [1, 2];
    for (const [generation, record] of records.entries()) {
      if (gone.includes(generation)) await refused(useAccess(platform, record), 'invalid_token');
      else await ok(useAccess(platform, record));
    }
  });

  it('deletes expired codes of the sign-in on a refresh, but keeps redeemed ones', async () => {
    const { platform, db } = scene();
    const first = await newSession(scene());
    const exchange = { client_id: first.client_id, code: first.code };
    const second = await ok<TokenRecord>(refresh(platform, first));
    const redeemed = await ok<TokenRecord>(send(platform, 'GET', '/v3/auth/exchange', exchange));
    platform.clock.advance({ minutes: 11 });
    await ok(refresh(platform, second));
    const codes = await db.read
      .selectFrom('codes')
      .selectAll()
      .where('sign_in_id', '=', signInIdOf(first))
      .execute();
    assert.equal(codes.length, 2, 'the redeemed code and the newest are left');
    await refused(send(platform, 'GET', '/v3/auth/exchange', exchange), 'invalid_code');
    await refused(useAccess(platform, redeemed), 'revoked_token');
  });

  it('deletes a known address a year after its last sign-in', async () => {
    const { platform, db, person } = scene();
    const { auth } = platform.server.features;
    const known = () =>
      db.read.selectFrom('known_addresses').selectAll().where('user_id', '=', person.id).execute();
    await newSession(scene());
    platform.clock.advance({ days: 365 });
    await auth.prune();
    assert.equal((await known()).length, 1);
    platform.clock.advance({ seconds: 1 });
    await auth.prune();
    assert.deepEqual(await known(), []);
  });

  it('keeps the audit log for a year, and deletes older entries in batches', async () => {
    const { platform, db } = scene();
    const { audit } = platform.server.features;
    const written = () => db.read.selectFrom('audit').select('action').execute();
    await audit.prune();
    const before = await written();
    const entries = Array.from({ length: MANY }, () => audit.statement({ action: 'sign-out' }));
    await db.unit(entries);
    assert.equal((await written()).length, before.length + MANY);
    platform.clock.advance({ days: 366 });
    await audit.prune();
    assert.deepEqual(await written(), []);
  });
});
