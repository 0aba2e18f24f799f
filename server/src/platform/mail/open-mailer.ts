import { join } from 'node:path';
import type { Mailer } from './mail.ts';
import { openOutbox } from './outbox.ts';
import { createSmtpMailer, type SmtpServer } from './smtp.ts';

type Options = {
  readonly mail: { readonly smtp: SmtpServer | undefined; readonly from: string };
  readonly dataDir: string;
};

/** Opens the operator's mail server. Without one, mail is stored for the command line to show. */
export async function openMailer({ mail, dataDir }: Options): Promise<Mailer> {
  if (mail.smtp) return createSmtpMailer(mail.smtp, mail.from);
  return (await openOutbox(join(dataDir, 'outbox'))).mailer(mail.from);
}
