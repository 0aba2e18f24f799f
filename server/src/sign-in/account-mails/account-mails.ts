import type { Applications } from '../../people/applications/index.ts';
import type { Mail } from '../../platform/mail/index.ts';
import type { ComposeMail } from './compose-mail.ts';
import { createMailQueue, type MailKind, type PendingMail } from './mail-queue.ts';
import { notices } from './notices.ts';

type Dependencies = Omit<Parameters<typeof createMailQueue>[0], 'compose'> & { applications: Applications };

export type AccountMails = ReturnType<typeof createAccountMails>;

/** Queues and sends mail to users about their accounts. */
export function createAccountMails({ applications, ...dependencies }: Dependencies) {
  const composers = new Map<MailKind, ComposeMail>(Object.entries(notices) as [MailKind, ComposeMail][]);

  async function compose({ client_id, email_key, kind, address }: PendingMail): Promise<Mail | undefined> {
    const client = await applications.findById(client_id);
    if (client?.state !== 'enabled') return undefined;
    return composers.get(kind)?.({ client, emailKey: email_key, address });
  }

  return {
    /** Whether there is a mail server; without one the operator hands over every link. */
    sendsMail: dependencies.sendsMail,
    ...createMailQueue({ ...dependencies, compose }),

    /** Adds the function that composes the mails of a kind. */
    composeBy(kind: MailKind, by: ComposeMail): void {
      composers.set(kind, by);
    },
  };
}
