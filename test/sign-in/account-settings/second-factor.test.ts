import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { refused } from '../../support/auth-calls.ts';
import { linkIn } from '../../support/mailbox.ts';
import type { Person } from '../../support/people.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';
import { type AccountScene, accountScene, auditedOf, created, readAccount } from './scene.ts';

const PATH = '/v3/account/second-factor';
type Codes = { recovery_codes: string[] };

/** Returns the code that an authenticator shows now, or `periods` of 30 s later. */
const codeOf = ({ clock }: AccountScene, secret: string, periods = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now() + periods * 30_000 });

/** Creates a person with an authenticator whose next code has not been used. */
async function newGuarded(scene: AccountScene, given?: Person) {
  const person = given ?? (await scene.newUser());
  const here = await scene.enter(person);
  await here.prove();
  const { secret } = await created<{ secret: string }>(await here.call('POST', PATH, {}));
  const code = codeOf(scene, secret);
  const { recovery_codes: recoveryCodes } = await readJson<Codes>(await here.call('PUT', PATH, { code }));
  scene.clock.advance({ minutes: 5 });
  return { person, here, secret, recoveryCodes };
}

/** Returns a function that signs in with a code, from an address. */
const triesFrom =
  ({ platform, application }: AccountScene, { email, password }: Person) =>
  (address: string, otp?: string) =>
    postJson(
      platform,
      '/v3/auth/authorize',
      {
        ...{ response_type: 'password', scope: 'user', client_id: application.clientId },
        ...{ username: email, password, otp },
      },
      { headers: { 'x-forwarded-for': address } },
    );

const setUp = (stage: Stage) => accountScene(stage, { TRUSTED_PROXIES: '127.0.0.1' });

onEachEngineInFull('the second factor of a person', setUp, (scene) => {
  it('asks for a code after the first valid one, and not before', async () => {
    const { newUser, enter, tryPassword, db, mailbox } = scene();
    const person = await newUser();
    const [here, there] = [await enter(person), await enter(person)];
    await refused(here.call('POST', PATH, {}), 'proof_required');
    await here.prove();
    const begun = await created<{ secret: string; uri: string }>(await here.call('POST', PATH, {}));
    assert.match(begun.uri, /^otpauth:\/\/totp\/Casa%20Azul:person-\d+%40example\.org\?/);
    await refused(
      here.call('PUT', PATH, { code: codeOf(scene(), begun.secret, 5) }),
      'invalid_request',
      'code',
    );
    assert.equal((await tryPassword(person.email, person.password)).status, 200);
    const { recovery_codes: codes } = await readJson<Codes>(
      await here.call('PUT', PATH, { code: codeOf(scene(), begun.secret) }),
    );
    assert.equal(new Set(codes).size, 10);
    await refused(tryPassword(person.email, person.password), 'second_factor_required');
    await refused(tryPassword(person.email, 'not the password'), 'bad_credentials');
    await refused(there.call('GET', '/v3/account'), 'revoked_token');
    const account = await readAccount(here);
    assert.deepEqual([account.second_factor_since !== null, account.recovery_codes_left], [true, 10]);
    await mailbox.next(person.email, /^A second factor protects/);
    assert.ok((await auditedOf(db, person.id)).includes('user.second-factor.on'));
    const [row] = await db.read
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', person.id)
      .execute();
    assert.ok(row && !row.sealed.includes(begun.secret), 'the secret is sealed');
  });

  it('lets a page sign in with the password and a code, which works once', async () => {
    const { tryPassword } = scene();
    const { person, secret } = await newGuarded(scene());
    const otp = codeOf(scene(), secret);
    assert.equal((await tryPassword(person.email, person.password, { otp })).status, 200);
    await refused(tryPassword(person.email, person.password, { otp }), 'wrong_code');
    await refused(
      tryPassword(person.email, 'not the password', { otp: codeOf(scene(), secret, 1) }),
      'bad_credentials',
    );
  });

  it('lets unmodified phone apps sign in with the code typed after the password', async () => {
    const { platform, application, tryPassword } = scene();
    const { person, secret, recoveryCodes } = await newGuarded(scene());
    const query = new URLSearchParams({
      response_type: 'password',
      scope: 'sysadmin,application,user',
      client_id: application.clientId,
      username: person.email,
      password: `${person.password} ${codeOf(scene(), secret)}`,
    });
    assert.equal((await platform.request(`/v3/auth/authorize?${query}`)).status, 200);
    const [code] = recoveryCodes;
    assert.equal((await tryPassword(person.email, `${person.password} ${code}`)).status, 200);
    await refused(tryPassword(person.email, `${person.password} ${code}`), 'wrong_code');
    await refused(tryPassword(person.email, 'not the password 123456'), 'bad_credentials');
  });

  it('accepts a password that ends like a code', async () => {
    const { newUser, enter, tryPassword } = scene();
    const person = await newUser();
    const here = await enter(person);
    const password = 'my first house 123456';
    await readJson(
      await here.call('PUT', '/v3/account/password', { current_password: person.password, password }),
    );
    assert.equal((await tryPassword(person.email, password)).status, 200);
    await refused(tryPassword(person.email, `${password} 123456`), 'bad_credentials');
    await here.call('POST', '/v3/account/proof', { password });
    const { secret } = await created<{ secret: string }>(await here.call('POST', PATH, {}));
    await readJson(await here.call('PUT', PATH, { code: codeOf(scene(), secret) }));
    await refused(tryPassword(person.email, password), 'second_factor_required');
    const otp = codeOf(scene(), secret, 1);
    assert.equal((await tryPassword(person.email, password, { otp })).status, 200);
  });

  it('requires a code in the proof before a change, and for a new password', async () => {
    const { clock } = scene();
    const { person, here, secret } = await newGuarded(scene());
    clock.advance({ minutes: 10 });
    const change = { current_password: person.password, password: 'azulejos in the hall' };
    await refused(here.call('PUT', '/v3/account/password', change), 'proof_required');
    const prove = (code?: string) =>
      here.call('POST', '/v3/account/proof', { password: person.password, code });
    await refused(prove(), 'invalid_request', 'code');
    await refused(prove('000000'), 'invalid_request', 'code');
    assert.equal((await prove(codeOf(scene(), secret))).status, 200);
    assert.equal((await here.call('PUT', '/v3/account/password', change)).status, 200);
  });

  it('renews recovery codes, and is turned off by its owner or the operator', async () => {
    const { platform, tryPassword } = scene();
    const { person, here, recoveryCodes } = await newGuarded(scene());
    const { recovery_codes: codes } = await created<Codes>(
      await here.call('POST', '/v3/account/recovery-codes', {}),
    );
    await refused(tryPassword(person.email, person.password, { otp: recoveryCodes[0] }), 'wrong_code');
    assert.equal((await tryPassword(person.email, person.password, { otp: codes[0] })).status, 200);
    assert.equal((await here.call('DELETE', PATH)).status, 200);
    assert.equal((await tryPassword(person.email, person.password)).status, 200);
    await refused(here.call('DELETE', PATH), 'not_found');

    const other = await newGuarded(scene());
    const { db, features } = platform.server;
    await db.write((tx) => features.secondFactor.removeIn(tx, other.person.id, {}));
    assert.equal((await tryPassword(other.person.email, other.person.password)).status, 200);
  });

  it('limits wrong codes from a known address per hour', async () => {
    const { person, secret } = await newGuarded(scene());
    const tryFrom = triesFrom(scene(), person);
    const home = '192.0.2.1';
    assert.equal((await tryFrom(home, codeOf(scene(), secret))).status, 200);
    for (let n = 0; n < 10; n += 1) await refused(tryFrom(home, '000000'), 'wrong_code');
    await refused(tryFrom(home, '000000'), 'too_many_requests');
  });

  it('counts an address as unknown from which only the password was given, before there was a second factor', async () => {
    const person = await scene().newUser();
    const tryFrom = triesFrom(scene(), person);
    const thief = '198.99.1.7';
    assert.equal((await tryFrom(thief)).status, 200);
    await newGuarded(scene(), person);
    for (let n = 0; n < 5; n += 1) await refused(tryFrom(thief, '000000'), 'wrong_code');
    await refused(tryFrom(thief, '000000'), 'too_many_requests');
  });

  it('lets the owner in from a new network after strangers who know the password used up what theirs have', async () => {
    const { person, secret } = await newGuarded(scene());
    const tryFrom = triesFrom(scene(), person);
    for (const wide of [51, 52, 53]) {
      for (const near of [1, 2])
        for (let n = 0; n < 5; n += 1)
          await refused(tryFrom(`198.${wide}.${near}.7`, '000000'), 'wrong_code');
      for (const near of [1, 3])
        await refused(tryFrom(`198.${wide}.${near}.9`, '000000'), 'too_many_requests');
    }
    scene().clock.advance({ minutes: 23 * 60 });
    await refused(tryFrom('198.51.1.7', codeOf(scene(), secret)), 'too_many_requests');
    assert.equal((await tryFrom('203.0.113.9', codeOf(scene(), secret))).status, 200);
  });

  it('accepts 240 wrong codes a day from all unknown addresses together', async () => {
    const { person, secret } = await newGuarded(scene());
    const tryFrom = triesFrom(scene(), person);
    const home = '192.0.2.1';
    assert.equal((await tryFrom(home, codeOf(scene(), secret))).status, 200);
    for (let wide = 0; wide < 24; wide += 1)
      for (let n = 0; n < 10; n += 1)
        await refused(tryFrom(`198.${wide}.${n % 2}.7`, '000000'), 'wrong_code');
    await refused(tryFrom('203.0.113.9', '000000'), 'too_many_requests');
    scene().clock.advance({ seconds: 30 });
    assert.equal((await tryFrom(home, codeOf(scene(), secret))).status, 200);
    scene().clock.advance({ days: 1 });
    await refused(tryFrom('203.0.113.9', '000000'), 'wrong_code');
  });

  it('accepts a recovery code while strangers guess codes', async () => {
    const { person, recoveryCodes } = await newGuarded(scene());
    const tryFrom = triesFrom(scene(), person);
    const [code = '', another = ''] = recoveryCodes;
    for (let n = 0; n < 5; n += 1) await refused(tryFrom('198.51.100.7', '000000'), 'wrong_code');
    for (let n = 0; n < 5; n += 1)
      await refused(tryFrom('198.51.100.7', 'aaaa-aaaa-aaaa-aaaa'), 'wrong_code');
    await refused(tryFrom('198.51.100.7', code), 'too_many_requests');
    assert.equal((await tryFrom('203.0.113.9', another)).status, 200);
  });

  it('limits wrong recovery codes of all networks of a wide one, and of all together', async () => {
    const { person, secret, recoveryCodes } = await newGuarded(scene());
    const tryFrom = triesFrom(scene(), person);
    const wrong = 'aaaa-aaaa-aaaa-aaaa';
    const home = '192.0.2.1';
    assert.equal((await tryFrom(home, codeOf(scene(), secret))).status, 200);
    for (let n = 0; n < 10; n += 1) await refused(tryFrom(`2001:db8:1:${n}::7`, wrong), 'wrong_code');
    await refused(tryFrom('2001:db8:1:ffff::7', wrong), 'too_many_requests');
    for (let wide = 2; wide <= 24; wide += 1)
      for (let n = 0; n < 10; n += 1) await refused(tryFrom(`2001:db8:${wide}:${n}::7`, wrong), 'wrong_code');
    const [code = '', another = ''] = recoveryCodes;
    await refused(tryFrom('203.0.113.9', code), 'too_many_requests');
    await refused(tryFrom('203.0.113.9', '000000'), 'wrong_code');
    assert.equal((await tryFrom(home, another)).status, 200);
  });

  it('keeps the second factor when the password is reset by a link', async () => {
    const { platform, application, mailbox, tryPassword } = scene();
    const { person } = await newGuarded(scene());
    await postJson(platform, '/v3/legacy/sendreset', { email: person.email, appId: application.clientId });
    const link = linkIn(await mailbox.next(person.email, /^Set a new password/));
    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
    const password = 'azulejos in the hall';
    const body = new URLSearchParams({ token, password, repeated: password });
    assert.equal((await platform.request('/reset-password', { method: 'POST', body })).status, 200);
    await refused(tryPassword(person.email, password), 'second_factor_required');
  });
});
