import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AccountDeletion } from '@azulejo/contract';
import { refused } from '../../support/auth-calls.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { accountScene, auditedOf, created } from './scene.ts';

const DELETION = '/v3/account/deletion';

onEachEngineInFull('downloading one’s own data', accountScene, (scene) => {
  it('requires a proof, returns no secrets, and audits the download', async () => {
    const { newUser, enter, db } = scene();
    const person = await newUser();
    const here = await enter(person);
    await refused(here.call('GET', '/v3/account/data'), 'proof_required');
    await here.prove();
    const response = await here.call('GET', '/v3/account/data');
    assert.match(response.headers.get('content-disposition') ?? '', /my-data\.json/);
    const data = await readJson<{ user_id: string; tables: Record<string, unknown[]> }>(response);
    assert.equal(data.user_id, person.id);
    assert.ok(data.tables['users']?.length === 1 && data.tables['second_factors']?.length === 0);
    assert.doesNotMatch(JSON.stringify(data), /argon2|az[ar]_/);
    assert.ok((await auditedOf(db, person.id)).includes('user.export'));
    for (let n = 0; n < 4; n += 1) await (await here.call('GET', '/v3/account/data')).text();
    await refused(here.call('GET', '/v3/account/data'), 'too_many_requests');
    await refused(here.call('POST', '/v3/account/data', {}), 'too_many_requests');
  });

  it('accepts a ticket in a form once, within a minute and for the person who asked', async () => {
    const { newUser, enter, db, clock, platform } = scene();
    const person = await newUser();
    const here = await enter(person);
    await refused(here.call('POST', '/v3/account/data', {}), 'proof_required');
    await here.prove();
    const prepare = async () =>
      created<{ ticket: string; expires: string }>(await here.call('POST', '/v3/account/data', {}));
    const download = (ticket?: string) =>
      platform.request('/download-my-data', {
        method: 'POST',
        headers: { accept: 'text/html' },
        body: new URLSearchParams(ticket === undefined ? {} : { ticket }),
      });
    const late = await prepare();
    clock.advance({ minutes: 2 });
    assert.equal((await download(late.ticket)).status, 410);
    const { ticket } = await prepare();
    const response = await download(ticket);
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="my-data\.json"$/);
    assert.match(response.headers.get('cache-control') ?? '', /no-store/);
    assert.equal((await readJson<{ user_id: string }>(response)).user_id, person.id);
    assert.ok((await auditedOf(db, person.id)).includes('user.export'));
    for (const other of [ticket, 'azt_nope', undefined]) {
      const again = await download(other);
      assert.equal(again.status, 410);
      assert.match(await again.text(), /This download has expired/);
    }
    await refused(platform.request('/v3/account', { token: ticket }), 'invalid_token');
  });
});

onEachEngineInFull('deleting one’s own account', accountScene, (scene) => {
  const requested = async () => {
    const { newUser, enter } = scene();
    const person = await newUser();
    const [here, there] = [await enter(person), await enter(person)];
    await here.prove();
    await readJson(await here.call('POST', DELETION, { email: person.email }));
    return { person, here, there };
  };

  it('requires a proof and the own e-mail, sends a mail, and signs out all other sessions', async () => {
    const { newUser, enter, mailbox } = scene();
    const stranger = await newUser();
    const other = await enter(stranger);
    await refused(other.call('POST', DELETION, { email: stranger.email }), 'proof_required');
    await other.prove();
    await refused(other.call('POST', DELETION, { email: 'ana@example.org' }), 'invalid_request', 'email');
    const { person, here, there } = await requested();
    await mailbox.next(person.email, /will be deleted$/);
    await refused(there.call('GET', '/v3/account'), 'revoked_token');
    const { due, days } = await readJson<AccountDeletion>(await here.call('GET', DELETION));
    assert.ok(due !== null && days === 7);
  });

  it('deletes the account when the days are over, and frees its e-mail', async () => {
    const { platform, clock, tryPassword, db } = scene();
    const { person, here } = await requested();
    clock.advance({ days: 6 });
    await platform.server.features.deletion.run();
    assert.equal((await tryPassword(person.email, person.password)).status, 200);
    clock.advance({ days: 2 });
    await platform.server.features.deletion.run();
    await refused(tryPassword(person.email, person.password), 'bad_credentials');
    await refused(here.call('GET', '/v3/account'), 'revoked_token');
    await platform.server.features.removal.sweep();
    const left = await db.read.selectFrom('users').select('id').where('id', '=', person.id).execute();
    assert.deepEqual(left, []);
  });

  it('keeps the account when the person signs in and cancels the deletion', async () => {
    const { platform, clock, enter } = scene();
    const { person } = await requested();
    clock.advance({ days: 6 });
    const back = await enter(person);
    const { due } = await readJson<AccountDeletion>(await back.call('GET', DELETION));
    assert.notEqual(due, null);
    await readJson(await back.call('DELETE', DELETION));
    clock.advance({ days: 2 });
    await platform.server.features.deletion.run();
    assert.equal((await back.call('GET', '/v3/account')).status, 200);
  });
});
