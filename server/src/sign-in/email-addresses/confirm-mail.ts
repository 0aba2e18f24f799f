import type { User, Users } from '../../identity/users/index.ts';
import { type Mail, mailText } from '../../platform/mail/index.ts';
import type { ComposeMail } from '../account-mails/index.ts';
import type { EmailRequest, Requests } from './requests.ts';

type Dependencies = {
  users: Users;
  requests: Requests;
  /** Stores the request of an account that must confirm its own address. */
  requestOwn: (user: User) => Promise<void>;
  /** The base URL of the page. */
  url: string;
};

/**
 * Returns the function that composes the mail with the link. Like all our mails it does not contain the user's
 * name: anyone can create an account with someone else's e-mail and a name of their choice.
 */
export function createConfirmMail({ users, requests, requestOwn, url }: Dependencies): ComposeMail {
  /**
   * Returns the request that the link confirms. An account that has the address already comes first,
   * because other pending requests for this address now fail.
   */
  async function requestFor(clientId: string, key: string): Promise<EmailRequest | undefined> {
    const owner = (await users.findByEmail(clientId, key))?.user;
    if (!owner) return requests.ofAddress(clientId, key);
    const own = await requests.ofUser(owner.id);
    if (own?.email_key === key) return own;
    if (owner.state !== 'active' || !owner.mustConfirmEmail) return undefined;
    await requestOwn(owner);
    return requests.ofUser(owner.id);
  }

  return async ({ client, emailKey, i18nFor }): Promise<Mail | undefined> => {
    const request = await requestFor(client.id, emailKey);
    const user = request && (await users.find(request.user_id));
    if (!request || user?.state !== 'active') return undefined;
    const link = `${url}/confirm-email?token=${await requests.newToken(user.id)}`;
    const application = client.name;
    const i18n = await i18nFor(user.id);
    return {
      to: request.email,
      subject: i18n.t('Confirm your e-mail for {application}', { application }),
      text: mailText(
        i18n.t('Hello,'),
        i18n.t(
          'someone, probably you, uses this address for an account at {application}. To confirm that it is yours, open this page:',
          { application },
        ),
        link,
        i18n.t('The link works once and expires in one day. Only the newest link works.'),
        i18n.t('If this was not you, you can ignore this mail: nothing changes.'),
      ),
    };
  };
}
