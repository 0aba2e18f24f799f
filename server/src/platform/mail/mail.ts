import type { SendMailOptions } from 'nodemailer';

/** A plain-text mail to one address. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for each attempt to send it, so that mail programs show a mail once that was accepted twice. */
  readonly id?: string;
};

/** Sends mail. It has been stored or accepted when the promise resolves; a rejected mail may be retried. */
export type Mailer = AsyncDisposable & { send(mail: Mail): Promise<void> };

/** Returns the message, always quoted-printable, so that one parser reads every mail in the outbox. */
export const toMessage = ({ to, subject, text, id }: Mail, from: string): SendMailOptions => ({
  from,
  ...(id === undefined ? {} : { messageId: `<${id}@azulejo>` }),
  to: { name: '', address: to },
  subject,
  text,
  textEncoding: 'quoted-printable',
  // RFC 3834: prevents automatic replies.
  headers: { 'Auto-Submitted': 'auto-generated' },
});

/**
 * Returns the text of a mail. A paragraph is one line, which mail programs wrap to the width of the screen, and
 * which the encoding splits for transport (RFC 2045 6.7).
 */
export const mailText = (...paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n`;
