import type { ComposeMail } from './compose-mail.ts';
import type { MailKind } from './mail-queue.ts';

type Notice = { subject: (application: string) => string; text: (application: string) => string };

const UNEXPECTED = `If this was not you, someone else can use your account. Request a new
password where you sign in, and look through your sessions afterwards.
`;

/*
 * Tells people what changed in their accounts. Like all our mails, none contains the user's name: anyone can
 * create an account with someone else's e-mail and a name of their choice.
 */
const texts = {
  'password-changed': {
    subject: (application) => `Your password for ${application} was changed`,
    text: (application) => `Hello,

the password of your account at ${application} was changed by someone who is
signed in and knew the earlier one.

${UNEXPECTED}`,
  },
  'email-requested': {
    subject: (application) => `A new e-mail for your account at ${application}`,
    text: (application) => `Hello,

someone who is signed in to your account at ${application} wants to use
another e-mail address for it. Nothing changes until the new address is
confirmed. You can cancel this in your account.

${UNEXPECTED}`,
  },
  'email-changed': {
    subject: (application) => `The e-mail of your account at ${application} was changed`,
    text: (application) => `Hello,

your account at ${application} now has another e-mail address, and you sign
in with that one. No more mail about it is sent to this address.

If this was not you, ask the person who runs ${application} for help.
`,
  },
  'second-factor-on': {
    subject: (application) => `A second factor protects your account at ${application}`,
    text: (application) => `Hello,

signing in to your account at ${application} asks for a code of an
authenticator from now on. Keep the recovery codes in a safe place.

${UNEXPECTED}`,
  },
  'second-factor-off': {
    subject: (application) => `The second factor of your account at ${application} was turned off`,
    text: (application) => `Hello,

signing in to your account at ${application} does not ask for a code any more.

${UNEXPECTED}`,
  },
  'recovery-codes': {
    subject: (application) => `New recovery codes for your account at ${application}`,
    text: (application) => `Hello,

the recovery codes of your account at ${application} were replaced. The
earlier ones do not work any more.

${UNEXPECTED}`,
  },
  'passkey-added': {
    subject: (application) => `A passkey was added to your account at ${application}`,
    text: (application) => `Hello,

a passkey was added to your account at ${application}. Whoever holds it signs in
without your password. You can remove it in your account.

${UNEXPECTED}`,
  },
  'passkey-removed': {
    subject: (application) => `A passkey of your account at ${application} was removed`,
    text: (application) => `Hello,

a passkey was removed from your account at ${application}. It does not sign in
any more.

${UNEXPECTED}`,
  },
  'deletion-requested': {
    subject: (application) => `Your account at ${application} will be deleted`,
    text: (application) => `Hello,

someone who is signed in to your account at ${application} wants to have it
deleted, with everything in it. To keep it, sign in and say so before the time
that is shown there.

${UNEXPECTED}`,
  },
} as const satisfies Partial<Record<MailKind, Notice>>;

const composerOf =
  ({ subject, text }: Notice): ComposeMail =>
  async ({ client: { name }, emailKey }) => ({ to: emailKey, subject: subject(name), text: text(name) });

/** The composers of all notices. */
export const notices: Partial<Record<MailKind, ComposeMail>> = Object.fromEntries(
  Object.entries(texts).map(([kind, notice]) => [kind, composerOf(notice)]),
);
