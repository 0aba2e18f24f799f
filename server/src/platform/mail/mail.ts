import type { SendMailOptions } from 'nodemailer';

/** Plain text to one address. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** Hands mail on. It is kept, or has been taken, when the promise resolves; a rejection may be tried again. */
export type Mailer = AsyncDisposable & { send(mail: Mail): Promise<void> };

/** Quoted-printable, whatever is in it, so that one reader reads all of the outbox. */
export const toMessage = ({ to, subject, text }: Mail, from: string): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  textEncoding: 'quoted-printable',
  // RFC 3834: nobody's holiday answers it.
  headers: { 'Auto-Submitted': 'auto-generated' },
});
