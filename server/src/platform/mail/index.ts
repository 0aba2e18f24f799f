export type { Mail, Mailer } from './mail.ts';
export { openOutbox } from './outbox.ts';
export { createSmtpMailer, type SmtpServer } from './smtp.ts';
