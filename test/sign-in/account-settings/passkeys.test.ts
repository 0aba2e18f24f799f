import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Passkey, PasskeyCreationOptions, PasskeyCredential, TokenRecord } from '@azulejo/contract';
import { issueAuthority, issueLeaf } from '@azulejo/server/testing';
import { refused } from '../../support/auth-calls.ts';
import { createAuthenticator, newChallenge } from '../../support/authenticator.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngine } from '../../support/scene.ts';
import { enterBy, listOf, PATH, withPasskey } from './passkey-scene.ts';
import { accountScene, auditedOf, created } from './scene.ts';

onEachEngine('adding a passkey', accountScene, (scene) => {
  const begun = async () => {
    const person = await scene().newUser();
    const here = await scene().enter(person);
    await here.prove();
    const begin = async () =>
      created<PasskeyCreationOptions>(await here.call('POST', `${PATH}/challenge`, {}));
    const authenticator = createAuthenticator(scene().platform);
    const add = (credential: object, name = 'Phone') => here.call('POST', PATH, { name, credential });
    return { person, here, begin, authenticator, add };
  };

  it('requires a proof for a new passkey, sends a mail, audits and lists it', async () => {
    const { newUser, enter, mailbox, db } = scene();
    const stranger = await enter(await newUser());
    await refused(stranger.call('POST', `${PATH}/challenge`, {}), 'proof_required');
    const { person, here, begin, authenticator, add } = await begun();
    const options = await begin();
    assert.deepEqual(
      [options.rp.id, options.rp.name, options.user.name],
      ['localhost', 'Casa Azul', person.email],
    );
    const added = await created<Passkey>(await add(authenticator.create(options)));
    assert.deepEqual(await listOf(here), [added]);
    assert.deepEqual([added.name, added.is_usable, added.last_used], ['Phone', true, null]);
    assert.deepEqual(
      (await begin()).excludeCredentials.map(({ id }) => id),
      [authenticator.id],
    );
    await mailbox.next(person.email, /^A passkey was added/);
    assert.ok((await auditedOf(db, person.id)).includes('user.passkey.add'));
  });

  it('accepts an answer to a challenge of the account once', async () => {
    const { begin, authenticator, add } = await begun();
    const another = await begun();
    await refused(add(authenticator.create(await another.begin())), 'invalid_request', 'credential');
    const credential = authenticator.create(await begin());
    assert.equal((await add(credential)).status, 201);
    await refused(add(credential), 'invalid_request', 'credential');
    await refused(add(authenticator.create(await begin())), 'already_there');
  });

  it('refuses an expired challenge, another page, and an authenticator that was not unlocked', async () => {
    const { here, begin, authenticator, add } = await begun();
    const late = authenticator.create(await begin());
    scene().clock.advance({ minutes: 6 });
    await refused(add(late), 'invalid_request', 'credential');
    const elsewhere = authenticator.create(await begin(), { origin: 'https://evil.example' });
    await refused(add(elsewhere), 'invalid_request', 'credential');
    await refused(
      add(authenticator.create(await begin(), { isVerified: false })),
      'invalid_request',
      'credential',
    );
    assert.deepEqual(await listOf(here), []);
  });

  it('refuses certificates, valid ones too, because the platform would ask the addresses in them', async () => {
    const { here, begin, authenticator, add } = await begun();
    const certificate = issueLeaf(issueAuthority(['localhost'], Date.now()), ['localhost'], Date.now());
    const attested = authenticator.create(await begin(), { certificate });
    await refused(add(attested), 'invalid_request', 'credential');
    for (const fmt of ['packed', 'fido-u2f', 'tpm']) {
      const attStmt = new Map<string, unknown>([['x5c', [new Uint8Array([1])]]]);
      const credential = authenticator.create(await begin(), { attestation: { fmt, attStmt } });
      await refused(add(credential), 'invalid_request', 'credential');
    }
    assert.deepEqual(await listOf(here), []);
  });

  it('refuses a name that is empty', async () => {
    const { begin, authenticator, add } = await begun();
    await refused(add(authenticator.create(await begin()), ''), 'invalid_request', 'name');
  });

  it('refuses more than twenty, also for a challenge from before the twentieth was added', async () => {
    const { db } = scene();
    const { person, here, begin, authenticator, add } = await begun();
    const anotherKey = async () => createAuthenticator(scene().platform).create(await begin());
    for (let n = 0; n < 19; n += 1) await created(await add(await anotherKey(), `Key ${n}`));
    const late = authenticator.create(await begin());
    const [first] = await db.read
      .selectFrom('passkeys')
      .selectAll()
      .where('user_id', '=', person.id)
      .execute();
    assert.ok(first);
    const twentieth = { ...first, id: crypto.randomUUID(), credential_id: 'of another server' };
    await db.write((tx) => tx.insertInto('passkeys').values(twentieth).execute());
    await refused(add(late), 'quota_exceeded');
    await refused(here.call('POST', `${PATH}/challenge`, {}), 'quota_exceeded');
    assert.equal((await listOf(here)).length, 20);
    await readJson(await here.call('DELETE', `${PATH}/${twentieth.id}`));
    assert.equal((await add(await anotherKey())).status, 201);
  });
});

onEachEngine('the passkeys of an account', accountScene, (scene) => {
  it('accepts passkeys as proof, each time an own one and a new challenge', async () => {
    const { platform, clock } = scene();
    const { here, authenticator } = await withPasskey(scene());
    clock.advance({ minutes: 11 });
    await refused(here.call('GET', '/v3/account/data'), 'proof_required');
    const prove = (credential: PasskeyCredential) =>
      here.call('POST', '/v3/account/proof/passkey', { credential });
    const foreign = await withPasskey(scene());
    await refused(
      prove(foreign.authenticator.use(await newChallenge(platform))),
      'invalid_request',
      'credential',
    );
    const credential = authenticator.use(await newChallenge(platform));
    await readJson(await prove(credential));
    await refused(prove(credential), 'invalid_request', 'credential');
    assert.equal((await here.call('GET', '/v3/account/data')).status, 200);
  });

  it('lets only their owner rename and remove passkeys, which ends what they started', async () => {
    const { platform, mailbox, newUser, enter } = scene();
    const { person, here, authenticator, passkey } = await withPasskey(scene());
    const stranger = await enter(await newUser());
    await stranger.prove();
    const path = `${PATH}/${passkey.id}`;
    await refused(stranger.call('PATCH', path, { name: 'Mine' }), 'not_found');
    await refused(stranger.call('DELETE', path), 'not_found');
    const renamed = await readJson<Passkey>(await here.call('PATCH', path, { name: 'Old phone' }));
    assert.equal(renamed.name, 'Old phone');

    const { access_token: token } = await readJson<TokenRecord>(
      await enterBy(scene(), authenticator.use(await newChallenge(platform))),
    );
    assert.equal((await here.call('DELETE', path)).status, 200);
    await refused(platform.request('/v3/account', { token }), 'revoked_token');
    assert.equal((await here.call('GET', '/v3/account')).status, 200);
    await refused(enterBy(scene(), authenticator.use(await newChallenge(platform))), 'passkey_refused');
    await mailbox.next(person.email, /^A passkey of your account .* was removed$/);
    await refused(here.call('DELETE', path), 'not_found');
  });

  it('includes passkeys in the download without their keys, and deletes them with the account', async () => {
    const { clock, platform, db } = scene();
    const { person, here, passkey } = await withPasskey(scene());
    type Data = { tables: Record<string, Record<string, unknown>[]> };
    const data = await readJson<Data>(await here.call('GET', '/v3/account/data'));
    const [row] = data.tables['passkeys'] ?? [];
    assert.deepEqual([row?.['id'], row?.['name'], 'public_key' in (row ?? {})], [passkey.id, 'Phone', false]);
    await readJson(await here.call('POST', '/v3/account/deletion', { email: person.email }));
    clock.advance({ days: 8 });
    await platform.server.features.deletion.run();
    await platform.server.features.removal.sweep();
    assert.deepEqual(
      await db.read.selectFrom('passkeys').select('id').where('user_id', '=', person.id).execute(),
      [],
    );
  });

  it('keeps passkeys, and shows them as unusable, while the platform has another host', async () => {
    const { db } = scene();
    const { here, passkey } = await withPasskey(scene());
    await db.write((tx) =>
      tx
        .updateTable('passkeys')
        .set({ relying_party: 'old.example.org' })
        .where('id', '=', passkey.id)
        .execute(),
    );
    const [shown] = await listOf(here);
    assert.equal(shown?.is_usable, false);
  });
});

onEachEngine(
  'a platform whose PUBLIC_URL has no host name',
  ({ start }) => start({ environment: { PUBLIC_URL: 'https://192.0.2.7' } }),
  (platform) => {
    it('reports that a platform without a host name has no passkeys', async () => {
      const url = `http://127.0.0.1:${platform().config.httpPort}/v3/auth/passkey/challenge`;
      const headers = { 'content-type': 'application/json' };
      await refused(fetch(url, { method: 'POST', headers, body: '{}' }), 'passkeys_unavailable');
    });
  },
);
