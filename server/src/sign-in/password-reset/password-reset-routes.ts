import type { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { PasswordReset } from './password-reset.ts';

const SENT = 'If somebody has this e-mail, a link is on its way.';
const KEPT =
  'This platform has no mail server. If somebody has this e-mail, its operator has a link for them.';

export function passwordResetHandlers(reset: PasswordReset): Handlers<typeof resources.passwordResets> {
  return {
    send: async ({ input, context }) => {
      await reset.request(input, context.address);
      return { body: { message: reset.sendsMail ? SENT : KEPT, success: true } };
    },
  };
}
