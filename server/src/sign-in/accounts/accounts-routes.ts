import type { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { USER_PICTURE } from '../../people/users/index.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { Accounts } from './accounts.ts';

export function accountHandlers(
  accounts: Accounts,
  picture: (name: string) => string,
): Handlers<typeof resources.accounts> {
  return {
    create: async ({ input, context }) => {
      const { user, accessToken } = await accounts.signUp(input, context.address);
      const body = {
        message: 'The account was created.',
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
