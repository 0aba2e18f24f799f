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

someone, probably you, requested a new password for your account at
${client.name} (${user.email}). To choose one, open this page:

${link}

The link works once and expires in one hour. Only the newest link works.

If you did not request this, you can ignore this mail: your password does
not change.
`,
});

export const changedMail = ({ user, client }: LinkOwner): Mail => ({
  to: user.email,
  subject: `Your password for ${client.name} was changed`,
  text: `Hello,

the password of your account at ${client.name} (${user.email}) was changed
with a link that was sent to this address. Every device was signed out; sign
in again with the new password.

If this was not you, someone else can read your mail. Change the password of
your mailbox first, then request a new password in the app.
`,
});
