import { Type } from 'typebox';
import { MAX_EMAIL_LENGTH } from '../limits.ts';
import { Text } from '../text.ts';

/** Asks for a link by mail to an account. */
export const MailedLinkRequest = Type.Object({
  appId: Text({
    minLength: 1,
    maxLength: 200,
    description: 'The application’s `client_id`, or its namespace.',
  }),
  email: Text({ minLength: 3, maxLength: MAX_EMAIL_LENGTH, description: 'The user’s e-mail.' }),
});

/** The same whether or not there is such an account. */
export const MailedLinkReply = Type.Object({
  message: Type.String({ description: 'Human-readable result text.' }),
  success: Type.Literal(true, { description: 'Always true, whether or not there is such a user.' }),
});
