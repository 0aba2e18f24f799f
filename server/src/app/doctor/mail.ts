import { installation } from '../../config/installation.ts';
import { timeText } from '../../platform/text.ts';
import { type Finding, ok, type Stored, warning } from './check.ts';
import { readWaitingMails } from './read-models/backlog.ts';

const CHECK = 'Mail';
const MAIL_WAITS_MS = 10 * 60_000;

/** Checks whether mail can be sent, and whether any waits. */
export async function checkMail({ config, db, now }: Stored): Promise<Finding> {
  if (!config.mail.smtp) {
    const todo = `set SMTP_URL and MAIL_FROM; until then, this command shows the last mail with its link: ${installation.commandLine} outbox show`;
    return warning(
      CHECK,
      'no mail server is set: links to set a new password and notifications by e-mail are not sent',
      todo,
    );
  }
  const { waiting, oldest } = await readWaitingMails(db);
  if (Number(waiting) === 0) return ok(CHECK, 'nothing waits');
  const since = Number(oldest);
  const says = `${Number(waiting)} waiting, the oldest since ${timeText(since)}`;
  return now - since > MAIL_WAITS_MS
    ? warning(CHECK, says, 'see the log for why the mail server refuses; mails are retried automatically')
    : ok(CHECK, says);
}
