import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AccountResult, TokenRecord } from '@azulejo/contract';
import { createAccount } from '../support/accounts.ts';
import { ok, refused } from '../support/auth-calls.ts';
import { newApplication, signIn } from '../support/people.ts';
import { onEachEngineInFull } from '../support/scene.ts';
import { storedScene } from '../support/sign-in-scene.ts';

const password = 'correct horse battery staple';

/** Pairs of spellings of one e-mail address, which belong to one account. */
const same: readonly (readonly [string, string, string])[] = [
  ['case of the local part', 'maria.b@example.org', 'Maria.B@example.org'],
  ['case of the domain', 'maria.c@example.org', 'maria.c@EXAMPLE.Org'],
  ['spaces around it', 'maria.d@example.org', '  maria.d@example.org\t'],
  ['full-width letters', 'maria.e@example.org', 'ｍａｒｉａ.ｅ＠ｅｘａｍｐｌｅ.ｏｒｇ'],
  ['combining accents', 'ze\u0301@example.org', 'z\u00e9@example.org'],
  ['an IDN domain and its ASCII form', 'maria@bücher.example', 'maria@xn--bcher-kva.example'],
  ['case of an IDN domain', 'rita@bücher.example', 'rita@BÜCHER.EXAMPLE'],
  ['an ideographic full stop', 'maria.f@example.org', 'maria.f@example。org'],
];

/** Similar e-mail addresses that belong to different people. */
const different: readonly (readonly [string, string, string])[] = [
  ['dots in the local part', 'j.oao@example.org', 'joao@example.org'],
  ['an address tag', 'pedro@example.org', 'pedro+home@example.org'],
  ['an accent', 'andre@example.org', 'andré@example.org'],
  ['a subdomain', 'luis@example.org', 'luis@mail.example.org'],
];

const invalid: readonly (readonly [string, string])[] = [
  ['no at sign', 'nobody.example.org'],
  ['no local part', '@example.org'],
  ['no domain', 'nobody@'],
  ['two at signs', 'no@body@example.org'],
  ['a space inside', 'no body@example.org'],
  ['a line break', 'nobody@example.org\nBcc: all@example.org'],
  ['an empty label', 'nobody@example..org'],
  ['a domain that cannot be', 'nobody@exa mple.org'],
  ['angle brackets', 'Nobody <nobody@example.org>'],
  ['a local part of 65 characters', `${'n'.repeat(65)}@example.org`],
  ['255 characters in all', `n@${'a.'.repeat(125)}org`],
  ['nothing but spaces', '     '],
];

onEachEngineInFull('spec 4.1: an e-mail is unique within its application', storedScene, (scene) => {
  for (const [what, first, second] of same) {
    it(`treats two spellings as one e-mail: ${what}`, async () => {
      const { user } = await ok<AccountResult>(
        createAccount(scene().platform, scene().application, { email: first }),
      );
      await refused(createAccount(scene().platform, scene().application, { email: second }), 'user_exists');
      const record = await ok<TokenRecord>(
        signIn(scene().platform, 'authorize', {
          response_type: 'password',
          scope: 'user',
          client_id: scene().application.clientId,
          username: second,
          password,
        }),
      );
      assert.equal(record.owner_id, user.id);
    });
  }

  for (const [what, first, second] of different) {
    it(`treats similar e-mails as different: ${what}`, async () => {
      const one = await ok<AccountResult>(
        createAccount(scene().platform, scene().application, { email: first }),
      );
      const other = await ok<AccountResult>(
        createAccount(scene().platform, scene().application, { email: second }),
      );
      assert.notEqual(one.user.id, other.user.id);
    });
  }

  for (const [what, email] of invalid) {
    it(`refuses an e-mail with ${what}`, async () => {
      await refused(
        createAccount(scene().platform, scene().application, { email }),
        'invalid_request',
        'email',
      );
    });
  }

  it('returns the e-mail as it was written, without surrounding spaces', async () => {
    const email = ' Beatriz.Nunes@Example.ORG ';
    const { user } = await ok<AccountResult>(createAccount(scene().platform, scene().application, { email }));
    assert.equal(user.email, email.trim());
  });

  it('allows the same e-mail in another application', async () => {
    const other = await newApplication(scene().platform);
    const email = 'both@example.org';
    const one = await ok<AccountResult>(createAccount(scene().platform, scene().application, { email }));
    const two = await ok<AccountResult>(
      createAccount(scene().platform, other, { email, password: 'another secret' }),
    );
    assert.notEqual(one.user.id, two.user.id);
    const credentials = { response_type: 'password', scope: 'user', username: email, password };
    const record = await ok<TokenRecord>(
      signIn(scene().platform, 'authorize', { ...credentials, client_id: scene().application.clientId }),
    );
    assert.equal(record.owner_id, one.user.id);
    await refused(
      signIn(scene().platform, 'authorize', { ...credentials, client_id: other.clientId }),
      'bad_credentials',
    );
  });
});
