export type { Mail, Mailer } from './mail.ts';
export { mailText } from './mail-text.ts';
export { openMailer } from './open-mailer.ts';
export { type Outbox, openOutbox } from './outbox.ts';
export type { SmtpServer } from './smtp.ts';
