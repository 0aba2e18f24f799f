export type { AccountMails } from './account-mails.ts';
export type { ComposeMail, Recipient } from './compose-mail.ts';
export { accountMailsFeature } from './feature.ts';
export { createMailLimits } from './mail-limits.ts';
export type { NewMail } from './mail-queue.ts';
