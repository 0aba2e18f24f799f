import type { Applications } from '../../people/applications/index.ts';
import type { Users } from '../../people/users/index.ts';
import type { Mail } from '../../platform/mail/index.ts';
import type { Links } from './links.ts';
import type { PendingMail } from './mail-queue.ts';
import { changedMail, resetMail } from './mails.ts';

type Dependencies = { applications: Applications; users: Users; links: Links };

/** Composes a queued mail, with a new link. Returns undefined when its recipient may not sign in. */
export function createCompose({ applications, users, links }: Dependencies) {
  return async ({ client_id, email_key, kind, address }: PendingMail): Promise<Mail | undefined> => {
    const client = await applications.findById(client_id);
    const found = await users.findByEmail(client_id, email_key);
    if (client?.state !== 'enabled' || found?.user.state !== 'active') return undefined;
    const owner = { user: found.user, client };
    return kind === 'reset'
      ? resetMail(owner, await links.make(owner.user.id, { address }))
      : changedMail(owner);
  };
}
