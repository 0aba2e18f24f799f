import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startPlatform } from '../support/platform.ts';
import { openPage, PASSWORD, signIn, tokenIn } from '../support/portal-page.ts';
import { answerOf, azulejo, forEachEngineInFull, refusalOf } from './azulejo.ts';

type Invited = { id: string; email: string | null; role: string; link: string };
type Listed = { accounts: { email: string; role: string }[]; invitations: { id: string }[] };

forEachEngineInFull((engine, _open, newPlace) => {
  it('invites to the portal of a running server, and lists accounts and invitations', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const nobody = await azulejo(place, ['portal', 'list']);
    assert.equal(nobody.stdout, 'The portal has no accounts yet.\n');
    const email = 'ines@portal.example';
    const made = await answerOf<Invited>(place, ['portal', 'invite', '--owner', '--email', email]);
    assert.deepEqual([made.email, made.role], [email, 'owner']);
    const page = openPage(platform);
    await page.ask('POST', '/invitations/accept', {
      token: tokenIn(made.link),
      name: 'Inês Duarte',
      email,
      password: PASSWORD,
    });
    const plain = await azulejo(place, ['portal', 'invite', '--role', 'viewer']);
    assert.match(plain.stdout, /^http:\/\/\S+\/portal\/invitation#azi_\w+\n$/);
    const { accounts, invitations } = await answerOf<Listed>(place, ['portal', 'list']);
    assert.deepEqual(
      [accounts.map((each) => [each.email, each.role]), invitations.length],
      [[[email, 'owner']], 1],
    );
    const shown = (await azulejo(place, ['portal', 'list'])).stdout;
    assert.match(
      shown,
      /^E-MAIL +NAME +ROLE +STATE +SECOND FACTOR\nines@portal\.example +Inês Duarte +owner/,
    );
    assert.match(shown, /\nInvited: anyone with the link, as viewer, until /);
  });

  if (engine !== 'sqlite') return;

  it('creates a reset link for an account that lost its password and its second factor', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const page = openPage(platform);
    const email = 'rui@portal.example';
    const { link } = await answerOf<Invited>(place, ['portal', 'invite', '--role', 'developer']);
    const invitee = { token: tokenIn(link), name: 'Rui Costa', email, password: PASSWORD };
    await page.ask('POST', '/invitations/accept', invitee);
    const reset = await answerOf<{ link: string }>(place, ['portal', 'reset-link', email, '--second-factor']);
    const password = 'a wall of other tiles';
    await page.ask('POST', '/password-link', { token: tokenIn(reset.link), password });
    assert.equal((await signIn(platform, email, password)).answer.status, 200);
    const unknown = await refusalOf(place, ['portal', 'reset-link', 'nobody@portal.example']);
    assert.equal(unknown.message, 'there is no account "nobody@portal.example"');
  });

  it('names missing and invalid options', async () => {
    const place = await newPlace();
    const { message } = await refusalOf(place, ['portal', 'invite']);
    assert.match(message, /--owner or --role is required/);
    const bad = await refusalOf(place, ['portal', 'invite', '--owner', '--email', 'nobody']);
    assert.match(bad.message, /--email is not an e-mail address/);
    const usage = await azulejo(place, ['portal', 'invite', '--role', 'king']);
    assert.deepEqual([usage.code, /owner, developer, viewer/.test(usage.stderr)], [2, true]);
    const help = await azulejo(place, ['portal', 'invite', '--help']);
    assert.match(help.stdout, /\$ azulejo portal invite --owner/);
  });
});
