import { operation } from '../operation.ts';
import { Empty } from '../text.ts';
import { MailedLinkReply, MailedLinkRequest } from './mailed-link.ts';

export const passwordResets = {
  send: operation({
    id: 'passwordResets.send',
    summary: 'Request a password reset link by e-mail',
    description:
      'The response is the same whether or not a user with this e-mail exists. The link works once and for one hour; a newer link replaces it.',
    origin: 'auth',
    access: 'public',
    bindings: [{ method: 'POST', path: '/v3/legacy/sendreset', input: 'json' }],
    params: Empty,
    input: MailedLinkRequest,
    reply: MailedLinkReply,
    status: 200,
    errors: [],
    example: {
      input: { appId: 'casa', email: 'ana@example.org' },
      reply: { message: 'If an account with this e-mail exists, a link has been sent.', success: true },
    },
  }),
};
