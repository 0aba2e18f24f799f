import { chooseLanguage } from '@azulejo/model';
import type { Preferences } from '../../home/preferences/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { i18nIn } from '../../platform/languages/index.ts';
import type { Mail } from '../../platform/mail/index.ts';
import type { ComposeMail } from './compose-mail.ts';
import { createMailQueue, type MailKind, type PendingMail } from './mail-queue.ts';
import { createNotices } from './notices.ts';

type Dependencies = Omit<Parameters<typeof createMailQueue>[0], 'compose'> & {
  applications: Applications;
  preferences: Preferences;
  users: Users;
};

export type AccountMails = ReturnType<typeof createAccountMails>;

/** Queues and sends mail to users about their accounts. */
export function createAccountMails({ applications, preferences, users, ...dependencies }: Dependencies) {
  const composers = new Map<MailKind, ComposeMail>(createNotices(users));

  async function compose(pending: PendingMail): Promise<Mail | undefined> {
    const { client_id, email_key: emailKey, kind, address, language } = pending;
    const client = await applications.findById(client_id);
    if (client?.state !== 'enabled') return undefined;
    const queuedFor = language === null ? undefined : chooseLanguage([language]);
    const i18nFor = async (userId: string | undefined) => {
      const own = userId === undefined ? undefined : await preferences.languageOf(userId);
      return i18nIn(own ?? queuedFor ?? 'en');
    };
    return composers.get(kind)?.({ client, emailKey, address, i18nFor });
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
