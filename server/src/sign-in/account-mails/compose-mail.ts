import type { Client } from '../../people/applications/index.ts';
import type { Mail } from '../../platform/mail/index.ts';

/** The recipient of a mail, and the network address of the request for it. */
export type Recipient = { client: Client; emailKey: string; address: string };

/** Composes a mail when it is sent. Returns undefined when it must not be sent any more. */
export type ComposeMail = (recipient: Recipient) => Promise<Mail | undefined>;
