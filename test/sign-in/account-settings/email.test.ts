import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { NotificationSettings } from '@azulejo/contract';
import { accountBody, PATH } from '../../support/accounts.ts';
import { refused } from '../../support/auth-calls.ts';
import { linkIn } from '../../support/mailbox.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';
import { accountScene, auditedOf, confirmLink, newAddress, readAccount, submitLink } from './scene.ts';

const REQUEST = '/v3/account/email-request';

onEachEngineInFull('changing one’s own e-mail', accountScene, (scene) => {
  const requested = async () => {
    const { newUser, enter } = scene();
    const person = await newUser();
    const here = await enter(person);
    await here.prove();
    const email = newAddress();
    await readJson(await here.call('PUT', REQUEST, { email }));
    return { person, here, email };
  };

  it('changes nothing before the link in the mail is confirmed, and notifies the earlier address', async () => {
    const { platform, mailbox, tryPassword, db } = scene();
    const { person, here, email } = await requested();
    const before = await readAccount(here);
    assert.deepEqual([before.email, before.email_request?.email], [person.email, email]);
    const notice = await mailbox.next(person.email, /^A new e-mail/);
    assert.ok(!notice.text.includes(email) && !notice.text.includes('http'));
    const link = linkIn(await mailbox.next(email, /^Confirm/));
    const page = await platform.request(link);
    assert.ok((await page.text()).includes(email));
    assert.equal((await tryPassword(person.email, person.password)).status, 200);

    assert.equal((await submitLink(platform, link)).status, 200);
    const after = await readAccount(here);
    assert.deepEqual([after.email, after.email_request], [email, null]);
    assert.notEqual(after.email_confirmed, null);
    assert.equal((await tryPassword(email, person.password)).status, 200);
    await refused(tryPassword(person.email, person.password), 'bad_credentials');
    await mailbox.next(person.email, /was changed$/);
    assert.equal((await submitLink(platform, link)).status, 410, 'a link works once');
    const actions = await auditedOf(db, person.id);
    assert.ok(actions.includes('user.email.request') && actions.includes('user.email'));
  });

  it('sends notifications to the new address if the earlier one was confirmed for them', async () => {
    const { newUser, enter, mailbox } = scene();
    for (const isConfirmed of [true, false]) {
      const person = await newUser();
      const here = await enter(person);
      await here.prove();
      if (isConfirmed) {
        await readJson(await here.call('POST', '/v3/notifications/mail/code', {}));
        const { text } = await mailbox.next(person.email, /code for notifications$/);
        const [code = ''] = /\b\d{6}\b/.exec(text) ?? [];
        await readJson(await here.call('POST', '/v3/notifications/mail/confirmation', { code }));
      }
      const email = newAddress();
      await readJson(await here.call('PUT', REQUEST, { email }));
      assert.equal((await confirmLink(scene(), email)).status, 200);
      const { mail } = await readJson<NotificationSettings>(await here.call('GET', '/v3/notifications'));
      assert.deepEqual(mail, { address: email, state: isConfirmed ? 'confirmed' : 'unconfirmed' });
      if (!isConfirmed) continue;
      await readJson(await here.call('POST', '/v3/notifications/test', { mail: true }));
      await mailbox.next(email, /^Test notification$/);
    }
  });

  it('keeps one request open: a new one invalidates the link of the previous one', async () => {
    const { platform, mailbox } = scene();
    const { here, email } = await requested();
    const link = linkIn(await mailbox.next(email, /^Confirm/));
    const other = newAddress();
    await readJson(await here.call('PUT', REQUEST, { email: other }));
    assert.equal((await submitLink(platform, link)).status, 410);
    assert.equal((await confirmLink(scene(), other)).status, 200);
    assert.equal((await readAccount(here)).email, other);
  });

  it('refuses a link that was cancelled, has expired, or is older than the password', async () => {
    const { platform, mailbox, clock } = scene();
    const cancelled = await requested();
    const first = linkIn(await mailbox.next(cancelled.email, /^Confirm/));
    await readJson(await cancelled.here.call('DELETE', REQUEST));
    assert.equal((await submitLink(platform, first)).status, 410);

    const changed = await requested();
    const second = linkIn(await mailbox.next(changed.email, /^Confirm/));
    const body = { current_password: changed.person.password, password: 'azulejos in the hall' };
    await readJson(await changed.here.call('PUT', '/v3/account/password', body));
    assert.equal((await submitLink(platform, second)).status, 410);
    assert.equal((await readAccount(changed.here)).email_request, null);

    const late = await requested();
    const third = linkIn(await mailbox.next(late.email, /^Confirm/));
    clock.advance({ days: 2 });
    assert.equal((await submitLink(platform, third)).status, 410);
    assert.equal((await readAccount(late.here)).email, late.person.email);
  });

  it('refuses the address of another account, also when it is taken meanwhile', async () => {
    const { platform, application, newUser, mailbox } = scene();
    const { person, here, email } = await requested();
    const other = await newUser();
    await refused(here.call('PUT', REQUEST, { email: other.email }), 'user_exists');
    await refused(here.call('PUT', REQUEST, { email: 'no e-mail' }), 'invalid_request', 'email');
    const link = linkIn(await mailbox.next(email, /^Confirm/));
    await readJson(await postJson(platform, PATH, accountBody(application, { email })));
    assert.equal((await submitLink(platform, link)).status, 409);
    assert.equal((await readAccount(here)).email, person.email);
  });

  it('ends a reset link that is in the earlier mailbox', async () => {
    const { platform, mailbox, application } = scene();
    const { person, email } = await requested();
    await postJson(platform, '/v3/legacy/sendreset', { email: person.email, appId: application.clientId });
    const reset = linkIn(await mailbox.next(person.email, /^Set a new password/));
    assert.equal((await platform.request(reset)).status, 200);
    await confirmLink(scene(), email);
    assert.equal((await platform.request(reset)).status, 410);
  });

  it('confirms the present address with the same request', async () => {
    const { newUser, enter, mailbox } = scene();
    const person = await newUser();
    const here = await enter(person);
    await here.prove();
    assert.equal((await readAccount(here)).email_confirmed, null);
    await readJson(await here.call('PUT', REQUEST, { email: person.email }));
    await confirmLink(scene(), person.email);
    assert.notEqual((await readAccount(here)).email_confirmed, null);
    assert.equal(mailbox.mails.filter(({ to }) => to === person.email).length, 1);
  });

  it('limits requests per account, those for addresses of other accounts included', async () => {
    const { newUser } = scene();
    const { here } = await requested();
    const { email: taken } = await newUser();
    await refused(here.call('PUT', REQUEST, { email: 'no e-mail' }), 'invalid_request', 'email');
    for (let n = 0; n < 2; n += 1) {
      await readJson(await here.call('PUT', REQUEST, { email: newAddress() }));
      await refused(here.call('PUT', REQUEST, { email: taken }), 'user_exists');
    }
    for (const email of [taken, newAddress()])
      await refused(here.call('PUT', REQUEST, { email }), 'too_many_requests');
  });
});
