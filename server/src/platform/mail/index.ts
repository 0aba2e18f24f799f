export { type Mail, type Mailer, mailText } from './mail.ts';
export { openMailer } from './open-mailer.ts';
export { type Outbox, openOutbox } from './outbox.ts';
export type { SmtpServer } from './smtp.ts';
