import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refused } from '../../support/auth-calls.ts';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { accountScene, auditedOf, readSessions } from './scene.ts';

const NEW = 'azulejos in the hall';
const PASSWORD = '/v3/account/password';

onEachEngineInFull('changing one’s own password', accountScene, (scene) => {
  it('signs out all other sessions, and notifies the person by mail', async () => {
    const { newUser, enter, tryPassword, mailbox, db } = scene();
    const person = await newUser();
    const [here, there] = [await enter(person), await enter(person)];
    const body = { current_password: person.password, password: NEW };
    await readJson(await here.call('PUT', PASSWORD, body));
    assert.equal((await here.call('GET', '/v3/account')).status, 200);
    await refused(there.call('GET', '/v3/account'), 'revoked_token');
    await refused(tryPassword(person.email, person.password), 'bad_credentials');
    assert.equal((await tryPassword(person.email, NEW)).status, 200);
    const mail = await mailbox.next(person.email, /password .* was changed$/);
    assert.doesNotMatch(mail.text, /http|azulejos/);
    assert.ok((await auditedOf(db, person.id)).includes('user.password'));
  });

  it('leaves the other sessions signed in when the person wants that', async () => {
    const { newUser, enter } = scene();
    const person = await newUser();
    const [here, there] = [await enter(person), await enter(person)];
    const body = { current_password: person.password, password: NEW, sign_out_others: false };
    await readJson(await here.call('PUT', PASSWORD, body));
    assert.equal((await there.call('GET', '/v3/account')).status, 200);
  });

  it('refuses a change when the password was set by a link while the new one was hashed', async () => {
    const { newUser, enter, tryPassword, platform, db } = scene();
    const { passwords } = platform.server.features;
    const person = await newUser();
    const here = await enter(person);
    const own = 'only the owner knows this';
    const hash = await passwords.hash(own, { address: '127.0.0.1' });
    const before = passwords.operations();
    let change: Promise<Response> | undefined;
    // The change can write only after this, and has verified and hashed its passwords by then.
    await db.write(async (tx) => {
      await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', person.id).execute();
      change ??= here.call('PUT', PASSWORD, { current_password: person.password, password: NEW });
      while (passwords.operations() < before + 2) await new Promise(setImmediate);
    });
    assert.ok(change);
    await refused(change, 'invalid_request', 'current_password');
    assert.equal((await tryPassword(person.email, own)).status, 200);
  });

  it('refuses a wrong current password and a weak new one, and changes nothing', async () => {
    const { newUser, enter, tryPassword } = scene();
    const person = await newUser();
    const here = await enter(person);
    const wrong = { current_password: 'not the password', password: NEW };
    await refused(here.call('PUT', PASSWORD, wrong), 'invalid_request', 'current_password');
    const weak = { current_password: person.password, password: 'password' };
    await refused(here.call('PUT', PASSWORD, weak), 'weak_password', 'password');
    assert.equal((await tryPassword(person.email, person.password)).status, 200);
  });
});

onEachEngineInFull(
  'a proof of identity',
  (stage) => accountScene(stage, { RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS: '3' }),
  (scene) => {
    it('asks for a proof before a change, which lasts ten minutes, and counts for this sign-in only', async () => {
      const { newUser, enter, clock } = scene();
      const person = await newUser();
      const [here, there] = [await enter(person), await enter(person)];
      const signOutOthers = (from: typeof here) => from.call('DELETE', '/v3/account/sessions');
      await refused(signOutOthers(here), 'proof_required');
      await there.prove();
      await refused(signOutOthers(here), 'proof_required');
      await here.prove();
      clock.advance({ minutes: 9 });
      assert.equal((await signOutOthers(here)).status, 200);
      clock.advance({ minutes: 2 });
      await refused(signOutOthers(here), 'proof_required');
    });

    it('asks again for a proof that was given while the clock was ahead', async () => {
      const { newUser, enter, clock } = scene();
      const here = await enter(await newUser());
      clock.jump({ days: 1 });
      await here.prove();
      clock.jump({ days: -1 });
      await refused(here.call('DELETE', '/v3/account/sessions'), 'proof_required');
    });

    it('limits wrong passwords together with those of signing in', async () => {
      const { newUser, enter, tryPassword } = scene();
      const person = await newUser();
      const here = await enter(person);
      const wrong = () => here.call('POST', '/v3/account/proof', { password: 'not the password' });
      for (let n = 0; n < 3; n += 1) await refused(wrong(), 'invalid_request', 'password');
      const limited = await wrong();
      assert.ok(Number(limited.headers.get('retry-after')) > 0);
      await assertApiError(limited, 'too_many_requests');
      await refused(tryPassword(person.email, person.password), 'too_many_requests');
    });
  },
);

onEachEngineInFull('one’s own sessions', accountScene, (scene) => {
  it('lists browsers and apps with where they signed in, and marks this one', async () => {
    const { newUser, enter, clock } = scene();
    const person = await newUser();
    const here = await enter(person, { userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' });
    clock.advance({ minutes: 1 });
    await enter(person, { userAgent: `Casa/3.4 ${'x'.repeat(400)}` });
    const sessions = await readSessions(here);
    const current = sessions.find(({ is_current }) => is_current);
    assert.equal(current?.user_agent, 'Mozilla/5.0 (X11; Linux) Firefox/140.0');
    assert.deepEqual([current.application, current.is_this_network], ['Casa Azul', true]);
    const [last] = sessions;
    assert.deepEqual([last?.is_current, last?.user_agent?.length], [false, 300]);
    assert.ok(!JSON.stringify(sessions).includes(here.record.refresh_token.split('_')[1] ?? '?'));
  });

  it('signs out one session, and none of other people', async () => {
    const { newUser, enter } = scene();
    const [person, stranger] = [await newUser(), await newUser()];
    const [here, there, elsewhere] = [await enter(person), await enter(person), await enter(stranger)];
    await here.prove();
    const [foreign] = await readSessions(elsewhere);
    await refused(here.call('DELETE', `/v3/account/sessions/${foreign?.id}`), 'not_found');
    const own = (await readSessions(there)).find(({ is_current }) => is_current);
    assert.equal((await here.call('DELETE', `/v3/account/sessions/${own?.id}`)).status, 200);
    await refused(there.call('GET', '/v3/account'), 'revoked_token');
    assert.equal((await elsewhere.call('GET', '/v3/account')).status, 200);
    assert.equal((await readSessions(here)).filter(({ id }) => id === own?.id).length, 0);
  });

  it('signs out all others at once', async () => {
    const { newUser, enter } = scene();
    const person = await newUser();
    const [here, ...others] = [await enter(person), await enter(person), await enter(person)];
    await here.prove();
    assert.equal((await here.call('DELETE', '/v3/account/sessions')).status, 200);
    for (const other of others) await refused(other.call('GET', '/v3/account'), 'revoked_token');
    assert.deepEqual(
      (await readSessions(here)).map(({ is_current }) => is_current),
      [true],
    );
  });
});
