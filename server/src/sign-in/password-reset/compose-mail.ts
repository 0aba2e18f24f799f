import type { Users } from '../../identity/users/index.ts';
import type { AccountMails, ComposeMail, Recipient } from '../account-mails/index.ts';
import type { LinkOwner, Links } from './links.ts';
import { changedMail, resetMail } from './mails.ts';

type Dependencies = { accountMails: AccountMails; users: Users; links: Links };

/** Registers the mails of password resets. None is sent to someone who may not sign in. */
export function registerMails({ accountMails, users, links }: Dependencies): void {
  const toOwner =
    (compose: (owner: LinkOwner, recipient: Recipient) => ReturnType<ComposeMail>): ComposeMail =>
    async (recipient) => {
      const { client, emailKey } = recipient;
      const found = await users.findByEmail(client.id, emailKey);
      return found?.user.state === 'active' ? compose({ user: found.user, client }, recipient) : undefined;
    };
  accountMails.composeBy(
    'reset',
    toOwner(async (owner, { i18nFor, address }) =>
      resetMail(await i18nFor(owner.user.id), owner, await links.make(owner.user.id, { address })),
    ),
  );
  accountMails.composeBy(
    'changed',
    toOwner(async (owner, { i18nFor }) => changedMail(await i18nFor(owner.user.id), owner)),
  );
}
