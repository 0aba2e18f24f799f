import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AccountResult, TileGroupList } from '@azulejo/contract';
import { accountScene, newAddress, submitLink } from '../sign-in/account-settings/scene.ts';
import { PATH as ACCOUNTS, accountBody } from '../support/accounts.ts';
import { linkIn } from '../support/mailbox.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngineInFull } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';

onEachEngineInFull('languages of mails', accountScene, (scene) => {
  /** Creates a person who is signed in and has these preferences. */
  const enterWith = async (preferences: object) => {
    const { newUser, enter } = scene();
    const person = await newUser();
    const here = await enter(person);
    await readJson(await here.call('PATCH', `/v3/users/${person.id}/preferences`, preferences));
    return { person, here };
  };
  const askFor = async (email: string) => {
    const { platform, application } = scene();
    await postJson(platform, '/v3/legacy/sendreset', { email, appId: application.clientId });
  };

  it('sends mails in the language that the person prefers, for every language', async () => {
    for (const [locale, subject] of [
      ['de_DE', 'Neues Passwort für Casa Azul festlegen'],
      ['es_ES', 'Define una contraseña nueva para Casa Azul'],
      ['fr_FR', 'Définissez un nouveau mot de passe pour Casa Azul'],
      ['pt_PT', 'Definir uma nova palavra-passe para Casa Azul'],
      ['en_GB', 'Set a new password for Casa Azul'],
    ] as const) {
      const { person } = await enterWith({ locale });
      await askFor(person.email);
      const mail = await scene().mailbox.next(person.email);
      assert.equal(mail.subject, subject);
      assert.match(linkIn(mail), /reset-password\?token=azp_/);
    }
  });

  it('sends mails in the language of the sign-up until the person prefers another', async () => {
    const { platform, application, mailbox, enter } = scene();
    for (const [accept, chosen, subject, area] of [
      ['de-AT,en;q=0.8', undefined, 'Neues Passwort für Casa Azul festlegen', 'Meine Geräte'],
      ['fr', { locale: 'es_ES' }, 'Define una contraseña nueva para Casa Azul', 'Mes appareils'],
      ['pt-PT', { language: 'en' }, 'Set a new password for Casa Azul', 'Os meus dispositivos'],
      ['it,nl;q=0.5', undefined, 'Set a new password for Casa Azul', 'My devices'],
    ] as const) {
      const body = accountBody(application) as { email: string; password: string };
      const headers = { 'accept-language': accept };
      const { user } = await readJson<AccountResult>(await postJson(platform, ACCOUNTS, body, { headers }));
      const here = await enter({ ...body, id: user.id, token: user.token });
      const groups = await here.call('GET', '/v3/legacy/users/me/tile-groups?include=unsorted');
      const { tileGroups } = await readJson<TileGroupList>(groups);
      assert.equal(tileGroups.find(({ isDefault }) => isDefault)?.label, area);
      if (chosen)
        await readJson(await here.call('PATCH', `/v3/legacy/users/${user.id}`, { preferences: chosen }));
      await askFor(body.email);
      assert.equal((await mailbox.next(body.email)).subject, subject);
    }
  });

  it('sends mails in English without a preference, and for a language without a catalogue', async () => {
    const { newUser, mailbox } = scene();
    const { person } = await enterWith({ locale: 'nl_NL' });
    for (const { email } of [person, await newUser()]) {
      await askFor(email);
      assert.match((await mailbox.next(email)).text, /^Hello,\n\nsomeone, probably you/);
    }
  });

  it('uses the preferred language also when the address is not the account’s yet, or no longer is', async () => {
    const { mailbox, platform } = scene();
    const { person, here } = await enterWith({ language: 'pt' });
    await here.prove();
    const email = newAddress();
    await readJson(await here.call('PUT', '/v3/account/email-request', { email }));
    await mailbox.next(person.email, /^Um novo e-mail para a conta em Casa Azul$/);
    const mail = await mailbox.next(email, /^Confirmar o e-mail para Casa Azul$/);
    assert.equal((await submitLink(platform, linkIn(mail))).status, 200);
    await mailbox.next(person.email, /^O e-mail da conta em Casa Azul foi alterado$/);
  });
});
