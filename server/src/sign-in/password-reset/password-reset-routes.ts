import type { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { PasswordReset } from './password-reset.ts';

const SENT = 'If an account with this e-mail exists, a link has been sent.';
const NO_MAIL_SERVER =
  'This platform has no mail server. If an account with this e-mail exists, ask the operator for the link.';

export function passwordResetHandlers(reset: PasswordReset): Handlers<typeof resources.passwordResets> {
  return {
    send: async ({ input, context }) => {
      await reset.request(input, context.address);
      return { body: { message: reset.sendsMail ? SENT : NO_MAIL_SERVER, success: true } };
    },
  };
}
