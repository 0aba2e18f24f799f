import type { Client } from '../../identity/applications/index.ts';
import type { I18n } from '../../platform/languages/index.ts';
import type { Mail } from '../../platform/mail/index.ts';

export type Recipient = {
  readonly client: Client;
  readonly emailKey: string;
  /** The network address of the request for the mail. */
  readonly address: string;
  /** Returns the translator into the language of the user, or of an address that no user has any more. */
  readonly i18nFor: (userId: string | undefined) => Promise<I18n>;
};

/** Composes a mail when it is sent. Returns undefined when it must not be sent any more. */
export type ComposeMail = (recipient: Recipient) => Promise<Mail | undefined>;
