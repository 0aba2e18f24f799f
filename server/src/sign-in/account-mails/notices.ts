import type { Users } from '../../identity/users/index.ts';
import type { I18n } from '../../platform/languages/index.ts';
import { mailText } from '../../platform/mail/index.ts';
import type { ComposeMail } from './compose-mail.ts';
import type { MailKind } from './mail-queue.ts';

type Notice = (i18n: I18n, application: string) => { readonly subject: string; readonly text: string };

const unexpected = (i18n: I18n): string =>
  i18n.t(
    'If this was not you, someone else can use your account. Request a new password where you sign in, and look through your sessions afterwards.',
  );

/*
 * Tells people what changed in their accounts. Like all our mails, none contains the user's name: anyone can
 * create an account with someone else's e-mail and a name of their choice.
 */
const notices = {
  'password-changed': (i18n, application) => ({
    subject: i18n.t('Your password for {application} was changed', { application }),
    text: mailText(
      i18n.t('Hello,'),
      i18n.t(
        'the password of your account at {application} was changed by someone who is signed in and knew the earlier one.',
        { application },
      ),
      unexpected(i18n),
    ),
  }),
  'email-requested': (i18n, application) => ({
    subject: i18n.t('A new e-mail for your account at {application}', { application }),
    text: mailText(
      i18n.t('Hello,'),
      i18n.t(
        'someone who is signed in to your account at {application} wants to use another e-mail address for it. Nothing changes until the new address is confirmed. You can cancel this in your account.',
        { application },
      ),
      unexpected(i18n),
    ),
  }),
  'email-changed': (i18n, application) => ({
    subject: i18n.t('The e-mail of your account at {application} was changed', { application }),
    text: mailText(
      i18n.t('Hello,'),
      i18n.t(
        'your account at {application} now has another e-mail address, and you sign in with that one. No more mail about it is sent to this address.',
        { application },
      ),
      i18n.t('If this was not you, ask the person who runs {application} for help.', { application }),
    ),
  }),
  'second-factor-on': (i18n, application) => ({
    subject: i18n.t('A second factor protects your account at {application}', { application }),
    text: mailText(
      i18n.t('Hello,'),
      i18n.t(
        'signing in to your account at {application} asks for a code of an authenticator from now on. Keep the recovery codes in a safe place.',
        { application },
      ),
      unexpected(i18n),
    ),
  }),
  'second-factor-off': (i18n, application) => ({
    subject: i18n.t('The second factor of your account at {application} was turned off', { application }),
    text: mailText(
      i18n.t('Hello,'),
      i18n.t('signing in to your account at {application} does not ask for a code any more.', {
        application,
      }),
      unexpected(i18n),
    ),
  }),
  'recovery-codes': (i18n, application) => ({
    subject: i18n.t('New recovery codes for your account at {application}', { application }),
    text: mailText(
      i18n.t('Hello,'),
      i18n.t(
        'the recovery codes of your account at {application} were replaced. The earlier ones do not work any more.',
        { application },
      ),
      unexpected(i18n),
    ),
  }),
  'passkey-added': (i18n, application) => ({
    subject: i18n.t('A passkey was added to your account at {application}', { application }),
    text: mailText(
      i18n.t('Hello,'),
      i18n.t(
        'a passkey was added to your account at {application}. Anyone who has it can sign in without your password. You can remove it in your account.',
        { application },
      ),
      unexpected(i18n),
    ),
  }),
  'passkey-removed': (i18n, application) => ({
    subject: i18n.t('A passkey of your account at {application} was removed', { application }),
    text: mailText(
      i18n.t('Hello,'),
      i18n.t('a passkey was removed from your account at {application}. It does not sign in any more.', {
        application,
      }),
      unexpected(i18n),
    ),
  }),
  'deletion-requested': (i18n, application) => ({
    subject: i18n.t('Your account at {application} will be deleted', { application }),
    text: mailText(
      i18n.t('Hello,'),
      i18n.t(
        'someone who is signed in to your account at {application} wants to have it deleted, with everything in it. To keep it, sign in and choose “Keep my account” before the time shown there.',
        { application },
      ),
      unexpected(i18n),
    ),
  }),
} as const satisfies Partial<Record<MailKind, Notice>>;

/** Returns the composers of all notices. */
export function createNotices(users: Users): readonly [MailKind, ComposeMail][] {
  const composerOf =
    (notice: Notice): ComposeMail =>
    async ({ client, emailKey, i18nFor }) => {
      const found = await users.findByEmail(client.id, emailKey);
      return { to: emailKey, ...notice(await i18nFor(found?.user.id), client.name) };
    };
  return Object.entries(notices).map(([kind, notice]) => [kind as MailKind, composerOf(notice)]);
}
