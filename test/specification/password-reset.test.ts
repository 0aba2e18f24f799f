import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refused } from '../support/auth-calls.ts';
import { linkIn, openMailbox } from '../support/mailbox.ts';
import { connectMqtt } from '../support/mqtt.ts';
import {
  type Application,
  newApplication,
  newPerson,
  type Person,
  personToken,
  signIn,
} from '../support/people.ts';
import { assertApiError, readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';

const NEW_PASSWORD = 'azulejos in the hall';
const PATH = '/v3/legacy/sendreset';

async function setUp({ start, use, openDatabase }: Stage) {
  const mailbox = use(await openMailbox());
  const platform = await start({
    environment: {
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Casa Azul <casa@example.org>',
      RATE_LIMIT_RESETS_PER_ADDRESS: '10000',
      RATE_LIMIT_INVALID_TOKENS_PER_ADDRESS: '10000',
    },
  });
  const application = await newApplication(platform, { name: 'Casa Azul – João', namespace: 'casa-azul' });
  const ask = (email: string, appId = application.clientId) => postJson(platform, PATH, { email, appId });
  /** Requests a reset and returns the link from the mail. */
  const linkFor = async ({ email }: Person) => {
    assert.equal((await ask(email)).status, 200);
    return linkIn(await mailbox.next(email, /^Set/));
  };
  const open = async (link: string) => {
    const response = await platform.request(link);
    return { response, html: await response.text() };
  };
  const tokenOf = (link: string) => new URLSearchParams(link.split('?')[1]).get('token') ?? '';
  const submit = async (link: string, password: string, repeated = password) => {
    const body = new URLSearchParams({ token: tokenOf(link), password, repeated });
    const response = await platform.request('/reset-password', { method: 'POST', body });
    return { response, html: await response.text() };
  };
  const canSignIn = async (person: Person, password: string, by: Application = application) => {
    const response = await signIn(platform, 'authorize', {
      response_type: 'password',
      scope: 'user',
      client_id: by.clientId,
      username: person.email,
      password,
    });
    return response.status === 200;
  };
  const newUser = () => newPerson(platform, application);
  const db = await openDatabase();
  return {
    mailbox,
    platform,
    application,
    ask,
    linkFor,
    open,
    submit,
    tokenOf,
    canSignIn,
    newUser,
    db,
  };
}

onEachEngineInFull('requesting a password reset', setUp, (scene) => {
  it('replaces a password through a mailed link, ends every sign-in, and confirms by mail', async () => {
    const { platform, application, mailbox, linkFor, open, submit, canSignIn, newUser, db } = scene();
    const person = await newUser();
    const { access_token } = await personToken(platform, application, person);
    await using session = await connectMqtt(platform, {
      clientId: application.clientId,
      token: access_token,
    });
    const link = await linkFor(person);
    const page = await open(link);
    assert.equal(page.response.status, 200);
    assert.ok(page.html.includes(person.email) && page.html.includes('Casa Azul – João'));
    await open(link);
    assert.ok(await canSignIn(person, person.password), 'looking at the page changes nothing');

    const done = await submit(link, NEW_PASSWORD);
    assert.deepEqual([done.response.status, /password was changed/.test(done.html)], [200, true]);
    for (const token of [person.token, access_token])
      await assertApiError(await platform.request('/v3/users/me', { token }), 'revoked_token');
    assert.deepEqual(
      [await canSignIn(person, person.password), await canSignIn(person, NEW_PASSWORD)],
      [false, true],
    );
    await platform.server.live.endDeadSessions();
    await session.closed;
    const mail = await mailbox.next(person.email, /was changed$/);
    assert.match(mail.text, /signed\s+out/);
    assert.doesNotMatch(mail.text, /http/);
    const audited = await db.read
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('target_id', '=', person.id)
      .execute();
    for (const action of ['user.reset-link', 'user.password'])
      assert.ok(
        audited.some((each) => each.action === action),
        action,
      );
  });

  it("accepts a reset with the application's namespace, as the apps send it, or its id", async () => {
    const { mailbox, ask, newUser } = scene();
    for (const appId of ['casa-azul', undefined]) {
      const person = await newUser();
      assert.equal((await ask(person.email.toUpperCase(), appId)).status, 200);
      const mail = await mailbox.next(person.email);
      assert.equal(mail.from, 'casa@example.org');
      assert.match(mail.raw, /^Auto-Submitted: auto-generated/m);
      assert.match(mail.raw, /^From: "?Casa Azul"? <casa@example.org>/m);
    }
  });

  it('returns the same answer for known and unknown e-mails, and leaves no mail stored', async () => {
    const { platform, mailbox, ask, newUser, db } = scene();
    const person = await newUser();
    const disabled = await newUser();
    await platform.server.features.users.setState(disabled.id, 'inactive');
    const emails = ['nobody@example.org', disabled.email, person.email];
    const replies = [];
    for (const email of emails) {
      const response = await ask(email);
      const { date: _date, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers);
      replies.push({ status: response.status, headers, body: await readJson(response) });
    }
    assert.deepEqual(replies[1], replies[0]);
    assert.deepEqual(replies[2], replies[0]);
    // Mails are handled in order, so the earlier requests have been handled when the last mail arrives.
    await mailbox.next(person.email);
    assert.deepEqual(
      mailbox.mails.filter(({ to }) => to !== person.email && emails.includes(to)),
      [],
    );
    const rows = () =>
      db.read.selectFrom('pending_mails').selectAll().where('email_key', 'in', emails).execute();
    while ((await rows()).length > 0) await new Promise(setImmediate);
  });

  it('returns what is wrong with the request, but never whether the e-mail is known', async () => {
    const { ask, platform } = scene();
    const manager = await newApplication(platform, { type: 'manager' });
    await refused(ask('no address'), 'invalid_request', 'email');
    await refused(ask('ana@example.org', 'nothing'), 'invalid_request', 'appId');
    await refused(ask('ana@example.org', manager.clientId), 'invalid_request', 'appId');
    await refused(postJson(platform, PATH, { email: 'ana@example.org' }), 'invalid_request', 'appId');
  });

  it('limits resets per account to five per hour, also for unknown e-mails', async () => {
    const { ask, newUser } = scene();
    for (const email of [(await newUser()).email, 'nobody-at-all@example.org']) {
      for (let count = 0; count < 5; count += 1) assert.equal((await ask(email)).status, 200);
      const refusal = await ask(email.toUpperCase());
      assert.ok(Number(refusal.headers.get('retry-after')) > 60);
      await assertApiError(refusal, 'too_many_requests');
    }
  });

  it('refuses invalid new passwords with the reason, and keeps the link valid', async () => {
    const { linkFor, submit, newUser, canSignIn } = scene();
    const person = await newUser();
    const link = await linkFor(person);
    const cases: [string, string, RegExp][] = [
      ['short', 'short', /must have at least 8 characters/],
      ['password123', 'password123', /is one of the most common passwords/],
      [person.email, person.email, /must not be the e-mail/],
      [NEW_PASSWORD, `${NEW_PASSWORD}.`, /two passwords are not the same/],
      ['x'.repeat(257), 'x'.repeat(257), /at most 256 characters/],
      ['', '', /must have at least 8 characters/],
    ];
    for (const [password, repeated, reason] of cases) {
      const { response, html } = await submit(link, password, repeated);
      assert.deepEqual([response.status, reason.test(html)], [400, true], html);
      assert.ok(password === '' || password === person.email || !html.includes(password), 'it is not shown');
    }
    assert.equal(await canSignIn(person, person.password), true);
    assert.equal((await submit(link, NEW_PASSWORD)).response.status, 200);
  });
});

onEachEngineInFull('password reset links', setUp, (scene) => {
  const assertRevoked = async ({ open, submit }: ReturnType<typeof scene>, link: string) => {
    const [page, form] = [await open(link), await submit(link, NEW_PASSWORD)];
    for (const { response, html } of [page, form]) {
      assert.equal(response.status, 410);
      // After a double tap, this page is shown although the password has been set.
      assert.match(html, /no longer works[\s\S]*If you have just set a new password, sign in with it/);
    }
  };

  it('accepts a reset link once, also when the form is submitted in parallel', async () => {
    const { linkFor, submit, newUser } = scene();
    const link = await linkFor(await newUser());
    const outcomes = await Promise.all([1, 2, 3].map((n) => submit(link, `${NEW_PASSWORD} ${n}`)));
    assert.deepEqual(outcomes.map(({ response }) => response.status).toSorted(), [200, 410, 410]);
    await assertRevoked(scene(), link);
  });

  it('refuses a reset link after an hour', async () => {
    const { platform, linkFor, open, newUser } = scene();
    const link = await linkFor(await newUser());
    platform.clock.advance({ minutes: 59 });
    assert.equal((await open(link)).response.status, 200);
    platform.clock.advance({ minutes: 1 });
    await assertRevoked(scene(), link);
  });

  it('revokes a reset link when a newer one is sent', async () => {
    const { linkFor, open, newUser } = scene();
    const person = await newUser();
    const [first, second] = [await linkFor(person), await linkFor(person)];
    await assertRevoked(scene(), first);
    assert.equal((await open(second)).response.status, 200);
  });

  it('revokes a reset link when the password changes or the user or application is disabled', async () => {
    const { platform, linkFor, newUser, ask, mailbox } = scene();
    const { users, passwords, applications } = platform.server.features;
    const [changed, disabled] = [await newUser(), await newUser()];
    const links = [await linkFor(changed), await linkFor(disabled)];
    await users.setPassword(changed.id, await passwords.hash('another sentence', { address: '127.0.0.1' }));
    await users.setState(disabled.id, 'inactive');
    const closed = await newApplication(platform);
    const orphan = await newPerson(platform, closed);
    await ask(orphan.email, closed.clientId);
    links.push(linkIn(await mailbox.next(orphan.email)));
    await applications.setState(closed.clientId, 'disabled');
    for (const link of links) await assertRevoked(scene(), link);
  });

  it("stores a reset link's token as a hash and never logs it", async () => {
    const { platform, linkFor, tokenOf, submit, newUser, db } = scene();
    const person = await newUser();
    const link = await linkFor(person);
    await submit(link, 'short');
    const rows = await db.read
      .selectFrom('password_resets')
      .selectAll()
      .where('user_id', '=', person.id)
      .execute();
    assert.equal(rows.length, 1);
    const secret = tokenOf(link);
    assert.match(secret, /^azp_[A-Za-z0-9]{30}_[A-Za-z0-9]{6}$/);
    assert.ok(!JSON.stringify(rows).includes(secret) && !platform.log().includes(secret));
  });

  it('refuses forged and repeated tokens', async () => {
    const { tokenOf, linkFor, newUser } = scene();
    const token = tokenOf(await linkFor(await newUser()));
    const other = token.endsWith('0') ? '1' : '0';
    for (const made of ['', 'x', `${token.slice(0, -1)}${other}`, 'azp_%00'])
      await assertRevoked(scene(), `/reset-password?token=${made}`);
    const twice = await scene().open(`/reset-password?token=${token}&token=${token}`);
    assert.equal(twice.response.status, 410);
  });

  it('opens a page that runs and loads nothing, is not cached and sends no referrer', async () => {
    const { open, submit, linkFor, newUser } = scene();
    const link = await linkFor(await newUser());
    const pages = [
      await open(link),
      await submit(link, 'short'),
      await open('/reset-password'),
      await submit(link, NEW_PASSWORD),
    ];
    for (const { response, html } of pages) {
      const policy = response.headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; /);
      assert.doesNotMatch(policy, /unsafe|script-src/);
      assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.doesNotMatch(html, /<script|\son\w+=|https?:/);
    }
  });

  it('escapes names in mails and pages', async () => {
    const { platform, mailbox, ask, open } = scene();
    const application = await newApplication(platform, { name: '<b>"Casa" & co</b>' });
    const person = await newPerson(platform, application, 'See https://evil.example\r\nBcc: all@example.org');
    await ask(person.email, application.clientId);
    const mail = await mailbox.next(person.email);
    assert.doesNotMatch(mail.raw, /evil|Bcc/);
    const { html } = await open(linkIn(mail));
    assert.ok(html.includes('&lt;b&gt;&quot;Casa&quot; &amp; co&lt;/b&gt;'));
  });
});
