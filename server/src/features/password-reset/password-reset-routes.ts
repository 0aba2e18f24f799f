import type { resources } from '@azulejo/contract';
import type { Handlers } from '../access/index.ts';
import type { PasswordReset } from './password-reset.ts';

export function passwordResetHandlers(reset: PasswordReset): Handlers<typeof resources.passwordResets> {
  return {
    send: async ({ input, context }) => {
      await reset.request(input, context.address);
      return { body: { message: 'If somebody has this e-mail, a link is on its way.', success: true } };
    },
  };
}
