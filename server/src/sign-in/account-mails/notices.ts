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
} as const satisfies Partial<Record<MailKind, Notice>>;

const composerOf =
  ({ subject, text }: Notice): ComposeMail =>
  async ({ client: { name }, emailKey }) => ({ to: emailKey, subject: subject(name), text: text(name) });

/** The composers of all notices. */
export const notices: Partial<Record<MailKind, ComposeMail>> = Object.fromEntries(
  Object.entries(texts).map(([kind, notice]) => [kind, composerOf(notice)]),
);
