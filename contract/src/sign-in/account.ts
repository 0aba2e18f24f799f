import { type Static, Type } from 'typebox';
import { Device } from '../enumerations.ts';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '../limits.ts';
import { operation } from '../operation.ts';
import { Empty, Text } from '../text.ts';

/** The result of creating an account (spec 2.1). */
export const AccountResult = Type.Object(
  {
    message: Type.String({ description: 'Human-readable result text.' }),
    success: Type.Boolean({ description: 'True when the account was created and signed in.' }),
    user: Type.Object(
      {
        authToken: Type.String({ description: 'Access token of the new user, the same as `token`.' }),
        clientId: Type.String({ description: 'The application’s client id.' }),
        email: Type.String({ description: 'The user’s e-mail.' }),
        id: Type.String({ description: 'The user id.' }),
        name: Type.String({ description: 'The user’s name.' }),
        newUser: Type.Boolean({ description: 'Always true.' }),
        photoUrl: Type.String({ format: 'uri', description: 'Default user photo.' }),
        token: Type.String({ description: 'Access token.' }),
      },
      { description: 'The new user, signed in.' },
    ),
  },
  { title: 'AccountResult' },
);
export type AccountResult = Static<typeof AccountResult>;

const exampleUser = {
  authToken: 'aza_…',
  clientId: '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20',
  email: 'ana@example.org',
  id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
  name: 'Ana Marques',
  newUser: true,
  photoUrl: 'http://127.0.0.1:8480/images/user.png',
  token: 'aza_…',
};

export const accounts = {
  create: operation({
    id: 'accounts.create',
    summary: 'Create a user with e-mail',
    description:
      'Creates a user of the application and signs the user in. If the operator requires confirmed e-mail addresses (`CONFIRM_EMAIL`, off by default), the token is refused and signing in fails with `email_unconfirmed` until the link in a mail is opened. If `Accept-Language` prefers German, English, French, Portuguese or Spanish, the default area is named in that language, and mails and notifications are in it until the user’s preferences name another.',
    spec: '4.1',
    origin: 'auth',
    access: 'public',
    bindings: [{ method: 'POST', path: '/v3/legacy/account', input: 'json' }],
    params: Empty,
    input: Type.Object({
      appId: Text({
        minLength: 1,
        maxLength: 200,
        description: 'The application’s `client_id`, or its namespace.',
      }),
      device: Type.Optional(Device),
      email: Text({
        minLength: 3,
        maxLength: MAX_EMAIL_LENGTH,
        description: 'The user’s e-mail; letter case and full-width characters do not matter.',
      }),
      name: Text({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'The user’s name.' }),
      password: Text({
        minLength: 1,
        maxLength: 1024,
        description: 'The application sets the minimum length, 8 characters by default; at most 256.',
      }),
      type: Type.Optional(Type.Literal('account', { description: 'Always `account`.' })),
    }),
    reply: AccountResult,
    status: 200,
    errors: ['weak_password', 'user_exists'],
    example: {
      input: {
        appId: '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20',
        device: 'android',
        email: 'ana@example.org',
        name: 'Ana Marques',
        password: 'correct horse battery staple',
        type: 'account',
      },
      reply: { message: 'The account was created.', success: true, user: exampleUser },
    },
  }),
};
