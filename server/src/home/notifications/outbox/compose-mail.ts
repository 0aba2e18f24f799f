import type { Mail } from '../../../platform/mail/index.ts';
import type { MessageRow } from './send-push.ts';

/** Composes a mail. The address is confirmed, so that it may contain names that the person chose. */
export const composeMail = (
  { id, title, body, link }: MessageRow,
  { address, url }: { address: string; url: string },
): Mail => ({
  id,
  to: address,
  subject: title,
  text: `${title}

${body}

${url}${link}

You get this mail because notifications by e-mail are turned on. Change or
turn them off here:
${url}/home/notifications
`,
});

export const codeMail = (address: string, code: string, url: string): Mail => ({
  to: address,
  subject: `${code} is your code for notifications`,
  text: `Hello,

someone, probably you, wants notifications of a home to be sent to this
address. To confirm it, enter this code:

${code}

It works for half an hour, at ${url}/home/notifications. If this was not you,
ignore this mail: nothing more is sent.
`,
});
