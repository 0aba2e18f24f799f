import type { I18n } from '../../platform/languages/index.ts';
import { type Mail, mailText } from '../../platform/mail/index.ts';
import type { LinkOwner } from './links.ts';

/*
 * No mail contains the user's name: anyone can create an account with someone else's e-mail and a name of
 * their choice, and would have us send that text.
 */

const accountOf = ({ user, client }: LinkOwner) => ({ application: client.name, email: user.email });

export const resetMail = (i18n: I18n, owner: LinkOwner, link: string): Mail => ({
  to: owner.user.email,
  subject: i18n.t('Set a new password for {application}', accountOf(owner)),
  text: mailText(
    i18n.t('Hello,'),
    i18n.t(
      'someone, probably you, requested a new password for your account at {application} ({email}). To choose one, open this page:',
      accountOf(owner),
    ),
    link,
    i18n.t('The link works once and expires in one hour. Only the newest link works.'),
    i18n.t('If you did not request this, you can ignore this mail: your password does not change.'),
  ),
});

export const changedMail = (i18n: I18n, owner: LinkOwner): Mail => ({
  to: owner.user.email,
  subject: i18n.t('Your password for {application} was changed', accountOf(owner)),
  text: mailText(
    i18n.t('Hello,'),
    i18n.t(
      'the password of your account at {application} ({email}) was changed with a link that was sent to this address. Every device was signed out; sign in again with the new password.',
      accountOf(owner),
    ),
    i18n.t(
      'If this was not you, someone else can read your mail. Change the password of your mailbox first, then request a new password in the app.',
    ),
  ),
});
