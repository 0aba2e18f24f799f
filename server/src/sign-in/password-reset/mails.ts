import type { Mail } from '../../platform/mail/index.ts';
import type { LinkOwner } from './links.ts';

/*
 * No mail contains the user's name: anyone can create an account with someone else's e-mail and a name of
 * their choice, and would have us send that text.
 */

export const resetMail = ({ user, client }: LinkOwner, link: string): Mail => ({
  to: user.email,
  subject: `Set a new password for ${client.name}`,
  text: `Hello,

somebody, probably you, asked for a new password for your account at
${client.name} (${user.email}). To choose one, open this page:

${link}

The link works once, for one hour. When you asked several times, only the
newest one works.

If you did not ask for it, you need not do anything: your password stays as
it is.
`,
});

export const changedMail = ({ user, client }: LinkOwner): Mail => ({
  to: user.email,
  subject: `Your password for ${client.name} was changed`,
  text: `Hello,

the password of your account at ${client.name} (${user.email}) was changed
just now, by a link that was sent to this address. Every device was signed
out; sign in again with the new password.

If it was not you, somebody else can read your mail. Change the password of
your mailbox first; then ask for a new password in the app.
`,
});
