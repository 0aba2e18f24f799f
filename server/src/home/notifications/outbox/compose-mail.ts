import type { I18n } from '../../../platform/languages/index.ts';
import { type Mail, mailText } from '../../../platform/mail/index.ts';
import type { MessageRow } from './send-push.ts';

/** Composes a mail. The address is confirmed, so it may contain names that the person chose. */
export const composeMail = (
  i18n: I18n,
  { id, title, body, link }: MessageRow,
  { address, url }: { address: string; url: string },
): Mail => ({
  id,
  to: address,
  subject: title,
  text: mailText(
    title,
    body,
    `${url}${link}`,
    i18n.t('You get this mail because notifications by e-mail are turned on. Change or turn them off here:'),
    `${url}/home/notifications`,
  ),
});

export const codeMail = (
  i18n: I18n,
  code: string,
  { address, url }: { address: string; url: string },
): Mail => ({
  to: address,
  subject: i18n.t('{code} is your code for notifications', { code }),
  text: mailText(
    i18n.t('Hello,'),
    i18n.t(
      'someone, probably you, wants notifications of a home to be sent to this address. To confirm it, enter this code:',
    ),
    code,
    i18n.t(
      'Enter it at {url} within half an hour. If this was not you, ignore this mail: nothing more is sent.',
      { url: `${url}/home/notifications` },
    ),
  ),
});
