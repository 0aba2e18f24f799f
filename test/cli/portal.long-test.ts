import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { startPlatform } from '../support/platform.ts';
import { openPage, PASSWORD, signIn, tokenIn } from '../support/portal-page.ts';
import { answerOf, azulejo, forEachEngineInFull, refusalOf } from './azulejo.ts';

type Invited = { id: string; email: string | null; role: string; link: string };
type SetUp = {
  changed: boolean;
  owner: { name: string; password?: string };
  token: { scopes: string[] } | null;
};
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

  it('creates the first owner and an access token in an empty folder, and changes nothing the next time', async () => {
    const place = await newPlace();
    const password = join(place.dataDir, 'password.txt');
    const output = join(place.dataDir, 'token.txt');
    await writeFile(password, `${PASSWORD}\n`);
    const email = 'rui@portal.example';
    const setUp = ['setup', '--owner', email, '--password-file', password];
    const withToken = [...setUp, '--token-scopes', 'monitoring:read', '--token-output', output];
    const first = await answerOf<SetUp>(place, withToken);
    assert.deepEqual(
      [first.changed, first.owner.name, first.token?.scopes],
      [true, 'rui', ['monitoring:read']],
    );
    const token = (await readFile(output, 'utf8')).trim();
    assert.equal((await stat(output)).mode & 0o777, 0o600);
    assert.ok(![token, PASSWORD].some((secret) => JSON.stringify(first).includes(secret)));
    const again = await answerOf<SetUp>(place, withToken);
    assert.deepEqual([again.changed, again.token], [false, null]);
    await using platform = await startPlatform({ place });
    assert.equal((await signIn(platform, email, PASSWORD)).answer.status, 200);
    const read = (path: string, bearer: string) =>
      fetch(`${platform.url}/portal/api${path}`, { headers: { authorization: `Bearer ${bearer}` } });
    assert.deepEqual(
      [(await read('/audit-log', token)).status, (await read('/users', token)).status],
      [200, 403],
    );
    // Beside the running server: other rights replace the token, which is refused from now on.
    const wider = [...setUp, '--token-scopes', 'users:read,monitoring:read', '--token-output', output];
    assert.equal((await answerOf<SetUp>(place, wider)).changed, true);
    const replaced = (await readFile(output, 'utf8')).trim();
    assert.deepEqual(
      [(await read('/users', token)).status, (await read('/users', replaced)).status],
      [401, 200],
    );
  });

  if (engine !== 'sqlite') return;

  it('sets up an owner beside a running server once, whose link for the first owner then ends', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const link = await platform.server.features.portalAccounts.invitations.firstOwner();
    const setUp = ['setup', '--owner', 'ana@portal.example', '--name', 'Ana Reis', '--password-stdin'];
    const weak = await azulejo(place, setUp, { input: 'ana reis 123\n' });
    assert.deepEqual([weak.code, /password/.test(weak.stderr)], [1, true]);
    const done = await azulejo(place, [...setUp, '--token-scopes', 'users:read'], { input: PASSWORD });
    assert.match(done.stdout, /^ana@portal\.example is the owner of the portal\.\n(.*\n)*.*azk_\w+/);
    assert.equal((await signIn(platform, 'ana@portal.example', PASSWORD)).answer.status, 200);
    const invitee = {
      token: tokenIn(link ?? ''),
      name: 'Eve',
      email: 'eve@portal.example',
      password: PASSWORD,
    };
    assert.equal((await openPage(platform).call('POST', '/invitations/accept', invitee)).status, 404);
    const environment = { AZULEJO_OWNER_PASSWORD: 'another wall of tiles' };
    const again = await azulejo(place, ['setup', '--owner', 'Ana@portal.example'], { environment });
    assert.deepEqual([again.code, again.stdout], [0, 'ana@portal.example was the owner already.\n']);
    const other = await refusalOf(place, ['setup', '--owner', 'eve@portal.example']);
    assert.match(other.message, /has another owner/);
  });

  it('takes the password of the first owner from the environment, or generates one and shows it once', async () => {
    const [place, other] = [await newPlace(), await newPlace()];
    const setUp = ['setup', '--owner', 'ana@portal.example'];
    const environment = { AZULEJO_OWNER_PASSWORD: PASSWORD };
    const given = await answerOf<SetUp>(place, setUp, { environment });
    assert.equal(given.owner.password, undefined);
    const generated = await answerOf<SetUp>(other, setUp);
    assert.match(generated.owner.password ?? '', /^\w{20}$/);
    await using platform = await startPlatform({ place });
    assert.equal((await signIn(platform, 'ana@portal.example', PASSWORD)).answer.status, 200);
  });

  it('refuses a setup that says too little or would overwrite another file', async () => {
    const place = await newPlace();
    const setUp = ['setup', '--owner', 'ana@portal.example'];
    const unknown = await azulejo(place, [...setUp, '--token-scopes', 'all']);
    assert.deepEqual(
      [unknown.code, /"all" is not one of applications:read,/.test(unknown.stderr)],
      [2, true],
    );
    const empty = await azulejo(place, [...setUp, '--token-scopes', ',']);
    assert.deepEqual([empty.code, /must name one of applications:read,/.test(empty.stderr)], [2, true]);
    const scoped = [...setUp, '--token-scopes', 'users:read', '--token-name'];
    assert.equal((await refusalOf(place, [...scoped, ' '])).message, '--token-name must not be empty');
    const argument = await azulejo(place, [...setUp, '--password', PASSWORD]);
    assert.equal(argument.code, 2, 'a password is not taken from the command line');
    const lacking = await refusalOf(place, [...setUp, '--token-output', 'token.txt']);
    assert.match(lacking.message, /--token-scopes .* is missing/);
    const notes = join(place.dataDir, 'notes.txt');
    await writeFile(notes, 'my notes\n');
    const scopes = ['--token-scopes', 'users:read', '--token-output', notes];
    assert.match((await refusalOf(place, [...setUp, ...scopes])).message, /is not overwritten$/);
    assert.equal(await readFile(notes, 'utf8'), 'my notes\n');
    // Otherwise nobody would know the password that was generated.
    const { changed } = await answerOf<{ changed: boolean }>(place, setUp);
    assert.ok(changed, 'a refused setup creates no owner');
  });

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
