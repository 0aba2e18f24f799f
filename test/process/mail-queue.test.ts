import assert from 'node:assert/strict';
import { it } from 'node:test';
import { manualClock } from '@azulejo/server/testing';
import { openMailbox } from '../support/mailbox.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';

/** Far longer than any step of these tests takes. */
const TIMEOUT_MS = 15_000;

/** Polls until `isTrue`, because no event reports it. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (!(await isTrue())) {
    assert.ok(performance.now() < end, 'the condition did not become true in time');
    await new Promise(setImmediate);
  }
}

async function setUp({ start, use, openDatabase }: Stage) {
  const mailbox = use(await openMailbox());
  const clock = manualClock();
  const environment = { SMTP_URL: mailbox.url, MAIL_FROM: 'casa@example.org' };
  const db = await openDatabase();
  const pending = () => db.read.selectFrom('pending_mails').selectAll().execute();
  return { mailbox, clock, db, pending, open: () => start({ environment, clock }) };
}

onEachEngineInFull('the mail queue', setUp, (scene) => {
  it('retries a mail that the mail server refused, also after a restart', async () => {
    const { mailbox, clock, pending, open } = scene();
    const first = await open();
    const { clientId: appId, secret } = await newApplication(first);
    const { email } = await newPerson(first, { clientId: appId, secret });
    mailbox.refuse(true);
    const refusal = mailbox.refused();
    await postJson(first, '/v3/legacy/sendreset', { email, appId });
    await refusal;
    await first[Symbol.asyncDispose]();
    const [waiting] = await pending();
    assert.deepEqual([waiting?.email_key, waiting?.attempts], [email, 1]);
    assert.equal(
      JSON.stringify(waiting).includes('azp_'),
      false,
      'the link is created when the mail is sent',
    );

    mailbox.refuse(false);
    clock.advance({ minutes: 2 });
    await using second = await open();
    const mail = await mailbox.next(email);
    assert.ok(mail.text.includes(`${second.url}/reset-password?token=azp_`));
    await until(async () => (await pending()).length === 0);
    assert.equal(mailbox.mails.length, 1);
  });

  it('retries a mail after the server that claimed it was killed, and sends it once', async () => {
    const { mailbox, clock, pending, open, db } = scene();
    await using platform = await open();
    const application = await newApplication(platform);
    const { email } = await newPerson(platform, application);
    const now = clock.now();
    // A server that claimed the mail and was killed leaves this row.
    const claimed = {
      client_id: application.clientId,
      email_key: email,
      kind: 'reset' as const,
      address: '127.0.0.1',
      created: now,
      attempts: 1,
      due: now + 120_000,
    };
    await db.write((tx) => tx.insertInto('pending_mails').values(claimed).execute());
    clock.advance({ minutes: 2 });
    await mailbox.next(email);
    await until(async () => (await pending()).length === 0);
    assert.equal(mailbox.mails.filter(({ to }) => to === email).length, 1);
  });

  it('gives up a mail after a day', async () => {
    const { mailbox, clock, pending, open } = scene();
    await using platform = await open();
    const application = await newApplication(platform);
    const { email } = await newPerson(platform, application);
    mailbox.refuse(true);
    await postJson(platform, '/v3/legacy/sendreset', { email, appId: application.clientId });
    await until(async () => platform.log().includes('mail was not sent yet'));
    clock.advance({ minutes: 25 * 60 });
    await until(async () => platform.log().includes('mail was given up'));
    assert.deepEqual(await pending(), []);
    assert.ok(!platform.log().includes(email));
    assert.ok(!platform.log().includes('azp_'));
  });
});
