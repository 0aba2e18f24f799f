import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AccountResult } from '@azulejo/contract';
import { accountBody, PATH } from '../../support/accounts.ts';
import { refused } from '../../support/auth-calls.ts';
import { linkIn } from '../../support/mailbox.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';
import { accountScene, confirmLink, newAddress, submitLink } from './scene.ts';

onEachEngineInFull(
  'new accounts when the operator requires a confirmed e-mail',
  (stage) => accountScene(stage, { CONFIRM_EMAIL: '1' }),
  (scene) => {
    it('refuses the token and the sign-in of a new account before the link is opened', async () => {
      const { platform, application, tryPassword } = scene();
      const email = newAddress();
      const body = accountBody(application, { email });
      const { user } = await readJson<AccountResult>(await postJson(platform, PATH, body));
      await refused(platform.request('/v3/users/me', { token: user.token }), 'revoked_token');
      await refused(tryPassword(email, String(body['password'])), 'email_unconfirmed');
      await refused(tryPassword(email, 'not the password'), 'bad_credentials');
      assert.equal((await confirmLink(scene(), email)).status, 200);
      assert.equal((await tryPassword(email, String(body['password']))).status, 200);
    });

    it('sends the link again, with the same answer for addresses without an account', async () => {
      const { platform, application, mailbox } = scene();
      const email = newAddress();
      await readJson(await postJson(platform, PATH, accountBody(application, { email })));
      const first = linkIn(await mailbox.next(email, /^Confirm/));
      const again = (to: string) =>
        postJson(platform, '/v3/account/email/confirmation', { email: to, appId: 'casa-azul' });
      const replies = [await readJson(await again(email)), await readJson(await again('nobody@example.org'))];
      assert.deepEqual(replies[0], replies[1]);
      const second = linkIn(await mailbox.next(email, /^Confirm/));
      assert.equal((await submitLink(platform, first)).status, 410, 'only the newest link works');
      assert.equal((await submitLink(platform, second)).status, 200);
      assert.deepEqual(
        mailbox.mails.filter(({ to }) => to === 'nobody@example.org'),
        [],
      );
    });

    it('sends the owner of an address its own link although another account asked for the address', async () => {
      const { platform, application, mailbox, tryPassword, enter } = scene();
      const [other, email] = [newAddress(), newAddress()];
      const password = 'a long sentence';
      await platform.server.features.accounts.create({
        appId: application.clientId,
        email: other,
        name: 'Rui',
        password,
      });
      const there = await enter({ id: '', email: other, password, token: '' });
      await there.prove();
      await readJson(await there.call('PUT', '/v3/account/email-request', { email }));
      const foreign = linkIn(await mailbox.next(email, /^Confirm/));

      const body = accountBody(application, { email });
      await readJson(await postJson(platform, PATH, body));
      assert.equal((await confirmLink(scene(), email)).status, 200);
      assert.equal((await tryPassword(email, String(body['password']))).status, 200);
      assert.equal((await submitLink(platform, foreign)).status, 409);
    });

    it('sends the mail in the language of the sign-up', async () => {
      const { platform, application, mailbox } = scene();
      const email = newAddress();
      const headers = { 'accept-language': 'de-DE,de;q=0.9' };
      await readJson(await postJson(platform, PATH, accountBody(application, { email }), { headers }));
      assert.equal((await mailbox.next(email)).subject, 'Bestätige deine E-Mail-Adresse für Casa Azul');
    });

    it('allows the sign-in at once when an operator created the account', async () => {
      const { platform, application, tryPassword } = scene();
      const email = newAddress();
      const account = { appId: application.clientId, email, name: 'Rui', password: 'a long sentence' };
      await platform.server.features.accounts.create(account);
      assert.equal((await tryPassword(email, account.password)).status, 200);
    });
  },
);
