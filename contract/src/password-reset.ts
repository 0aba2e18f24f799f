import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Empty, Text } from './text.ts';

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
    input: Type.Object({
      appId: Text({
        minLength: 1,
        maxLength: 200,
        description: 'The application’s `client_id`, or its namespace.',
      }),
      email: Text({ minLength: 3, maxLength: 254, description: 'The user’s e-mail.' }),
    }),
    reply: Type.Object({
      message: Type.String({ description: 'Human-readable result text.' }),
      success: Type.Literal(true, { description: 'Always true, whether or not there is such a user.' }),
    }),
    status: 200,
    errors: [],
    example: {
      input: { appId: 'casa', email: 'ana@example.org' },
      reply: { message: 'If an account with this e-mail exists, a link has been sent.', success: true },
    },
  }),
};
