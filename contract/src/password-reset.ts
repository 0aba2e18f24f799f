import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Empty, Text } from './text.ts';

export const passwordResets = {
  send: operation({
    id: 'passwordResets.send',
    summary: 'Ask for a mail with a link to set a new password',
    description:
      'The answer is the same whether somebody has the e-mail or not. The link works once, for an hour; a newer one ends it.',
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
      success: Type.Literal(true),
    }),
    status: 200,
    errors: [],
    example: {
      input: { appId: 'casa', email: 'ana@example.org' },
      reply: { message: 'If somebody has this e-mail, a link is on its way.', success: true },
    },
  }),
};
