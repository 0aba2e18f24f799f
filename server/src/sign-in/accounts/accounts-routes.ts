import type { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { USER_PICTURE } from '../../identity/users/index.ts';
import { acceptedLanguage } from '../../platform/http/language.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { userAgentOf } from '../../platform/http/user-agent.ts';
import type { Accounts } from './accounts.ts';

const MUST_CONFIRM = 'The account was created. Open the link in the mail that was sent, then sign in.';

export function accountHandlers(
  accounts: Accounts,
  picture: (name: string) => string,
): Handlers<typeof resources.accounts> {
  return {
    create: async ({ input, context: { address }, request }) => {
      const language = acceptedLanguage(request.headers['accept-language']);
      const from = { address, userAgent: userAgentOf(request), language };
      const { user, accessToken } = await accounts.signUp(input, from);
      const body = {
        message: user.mustConfirmEmail ? MUST_CONFIRM : 'The account was created.',
        success: true,
        user: {
          authToken: accessToken,
          clientId: user.clientId,
          email: user.email,
          id: user.id,
          name: user.name,
          newUser: true,
          photoUrl: picture(USER_PICTURE),
          token: accessToken,
        },
      };
      return { body, cacheControl: NO_STORE };
    },
  };
}
