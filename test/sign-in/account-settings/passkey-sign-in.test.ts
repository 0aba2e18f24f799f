import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OwnSession, TokenRecord } from '@azulejo/contract';
import { refused } from '../../support/auth-calls.ts';
import { createAuthenticator, newChallenge } from '../../support/authenticator.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngine } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';
import { enterBy, listOf, withPasskey } from './passkey-scene.ts';
import { accountScene } from './scene.ts';

onEachEngine('signing in with a passkey', accountScene, (scene) => {
  it('signs in by a passkey without a code, and names it in the sessions', async () => {
    const { platform, application, enter, db } = scene();
    const { person, here, authenticator } = await withPasskey(scene());
    const token = await readJson<TokenRecord>(
      await enterBy(scene(), authenticator.use(await newChallenge(platform))),
    );
    assert.deepEqual(
      [token.owner_id, token.client_id, token.grant_type],
      [person.id, application.clientId, 'password'],
    );
    const { sessions } = await readJson<{ sessions: OwnSession[] }>(
      await here.call('GET', '/v3/account/sessions'),
    );
    assert.deepEqual(sessions.map(({ signed_in_with }) => signed_in_with).sort(), [
      'passkey',
      'password',
      'password',
    ]);
    const [passkey] = await listOf(here);
    assert.notEqual(passkey?.last_used, null);
    assert.ok((await enter(person)).record.access_token, 'the password works as before');
    const [entry] = await db.read
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'sign-in')
      .where('detail', '=', 'passkey')
      .where('actor_id', '=', person.id)
      .execute();
    assert.ok(entry);
  });

  it('refuses a challenge that was used, has expired, or was not issued', async () => {
    const { platform, clock } = scene();
    const { authenticator } = await withPasskey(scene());
    const options = await newChallenge(platform);
    assert.equal((await enterBy(scene(), authenticator.use(options))).status, 200);
    await refused(enterBy(scene(), authenticator.use(options)), 'passkey_refused');
    const late = await newChallenge(platform);
    clock.advance({ minutes: 6 });
    await refused(enterBy(scene(), authenticator.use(late)), 'passkey_refused');
    const made = { ...options, challenge: 'MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI' };
    await refused(enterBy(scene(), authenticator.use(made)), 'passkey_refused');
  });

  it('uses no challenge up for an answer that is refused, and one for one of two at the same time', async () => {
    const { platform } = scene();
    const { authenticator } = await withPasskey(scene());
    const options = await newChallenge(platform);
    await refused(enterBy(scene(), authenticator.use(options, { isVerified: false })), 'passkey_refused');
    const both = [authenticator.use(options), authenticator.use(options)];
    const answers = await Promise.all(both.map((credential) => enterBy(scene(), credential)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
  });

  it('refuses a challenge for a new passkey, and one of which a bit was changed', async () => {
    const { platform } = scene();
    const { authenticator, here } = await withPasskey(scene());
    const options = await newChallenge(platform);
    const { challenge } = (await (await here.call('POST', '/v3/account/passkeys/challenge', {})).json()) as {
      challenge: string;
    };
    for (const other of [challenge, `B${options.challenge.slice(1)}`, `${options.challenge.slice(0, -1)}_`])
      await refused(enterBy(scene(), authenticator.use({ ...options, challenge: other })), 'passkey_refused');
  });

  it('refuses another page, another account, and a key that is not the passkey’s', async () => {
    const { platform } = scene();
    const { authenticator } = await withPasskey(scene());
    const origin = 'https://evil.example';
    await refused(
      enterBy(scene(), authenticator.use(await newChallenge(platform), { origin })),
      'passkey_refused',
    );
    const userHandle = Buffer.from('someone else').toString('base64url');
    await refused(
      enterBy(scene(), authenticator.use(await newChallenge(platform), { userHandle })),
      'passkey_refused',
    );
    const unknown = createAuthenticator(platform).use(await newChallenge(platform));
    await refused(enterBy(scene(), unknown), 'passkey_refused');
    const { id } = authenticator;
    const forged = createAuthenticator(platform).use(await newChallenge(platform));
    await refused(enterBy(scene(), { ...forged, id, rawId: id }), 'passkey_refused');
  });

  it('refuses a passkey whose counter went back, and audits that', async () => {
    const { platform, db } = scene();
    const { person, authenticator } = await withPasskey(scene());
    const enterWith = async (counter: number) =>
      enterBy(scene(), authenticator.use(await newChallenge(platform), { counter }));
    assert.equal((await enterWith(7)).status, 200);
    await refused(enterWith(7), 'passkey_refused');
    await refused(enterWith(3), 'passkey_refused');
    assert.equal((await enterWith(8)).status, 200);
    await platform.server.features.audit.flush();
    const details = await db.read
      .selectFrom('audit')
      .select('detail')
      .where('actor_id', '=', person.id)
      .where('action', '=', 'sign-in.refused')
      .execute();
    assert.deepEqual(
      details.map(({ detail }) => detail),
      ['passkey whose counter went back'],
    );
  });

  it('refuses disabled users, and users of another application', async () => {
    const { platform } = scene();
    const { person, authenticator } = await withPasskey(scene());
    const { client: other } = await platform.server.features.applications.create({
      type: 'mobile',
      name: 'Other',
    });
    const credential = authenticator.use(await newChallenge(platform));
    await refused(
      postJson(platform, '/v3/auth/passkey', { client_id: other.id, credential }),
      'passkey_refused',
    );
    const nobody = { client_id: crypto.randomUUID(), credential };
    await refused(postJson(platform, '/v3/auth/passkey', nobody), 'invalid_client');
    await platform.server.features.users.setState(person.id, 'inactive');
    await refused(enterBy(scene(), authenticator.use(await newChallenge(platform))), 'passkey_refused');
  });

  it('names the wrong members of a malformed credential', async () => {
    const { platform, application } = scene();
    const body = { client_id: application.clientId, credential: { id: 'no base64url!' } };
    const response = await postJson(platform, '/v3/auth/passkey', body);
    const { errors = [] } = await refused(response, 'invalid_request');
    assert.ok(
      errors.some(({ field }) => field.startsWith('credential')),
      JSON.stringify(errors),
    );
  });
});
