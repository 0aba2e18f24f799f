import { type Static, Type } from 'typebox';
import { MAX_EMAIL_LENGTH } from '../limits.ts';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';
import { MailedLinkReply, MailedLinkRequest } from './mailed-link.ts';

const path = '/v3/account';
const ofPerson = { origin: 'base', access: 'user', needs: 'account', params: Empty } as const;

const CurrentPassword = Text({ maxLength: 1024, description: 'Your current password.' });

const EmailRequest = Type.Object(
  {
    email: Type.String({ description: 'The address that waits to be confirmed.' }),
    expires: Timestamp,
  },
  { title: 'EmailRequest' },
);

/** The account as its owner sees it. */
export const OwnAccount = Type.Object(
  {
    email: Type.String({ description: 'The address with which you sign in.' }),
    email_confirmed: Type.Union([Timestamp, Type.Null()], {
      description: 'When the address was confirmed; null when it never was.',
    }),
    email_request: Type.Union([EmailRequest, Type.Null()], {
      description: 'The address that waits to be confirmed; null when none does.',
    }),
    second_factor_since: Type.Union([Timestamp, Type.Null()], {
      description: 'Since when signing in asks for a code; null when it does not.',
    }),
    recovery_codes_left: Type.Integer({ description: 'Number of unused recovery codes.' }),
  },
  { title: 'OwnAccount' },
);
export type OwnAccount = Static<typeof OwnAccount>;

const OwnSession = Type.Object(
  {
    id: Type.String({ description: 'Id of the session.' }),
    is_current: Type.Boolean({ description: 'Whether this session sent the request.' }),
    application: Type.String({ description: 'Name of the application that signed in.' }),
    user_agent: Type.Union([Type.String(), Type.Null()], {
      description: 'The browser or app, as it named itself at the sign-in; null when it did not.',
    }),
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'IP address of the sign-in; null when it is not known.',
    }),
    signed_in_with: Type.Union([Type.Literal('password'), Type.Literal('passkey')], {
      description: 'How the person signed in.',
    }),
    is_this_network: Type.Boolean({
      description:
        'Whether the sign-in came from the network of this request: the same IPv4 /24 or IPv6 /64.',
    }),
    created: Timestamp,
    last_used: Timestamp,
    shared: Type.Union(
      [Type.Object({ address: Type.String({ description: 'IP address.' }), at: Timestamp }), Type.Null()],
      {
        description:
          'Another network that used the same refresh token: the phone changed networks, or the token was stolen.',
      },
    ),
  },
  { title: 'OwnSession' },
);
export type OwnSession = Static<typeof OwnSession>;

const exampleAccount: OwnAccount = {
  email: 'ana@example.org',
  email_confirmed: '2026-01-02T03:04:05.678+0000',
  email_request: null,
  second_factor_since: null,
  recovery_codes_left: 0,
};

export const ownAccount = {
  get: operation({
    id: 'ownAccount.get',
    summary: 'Read your account',
    description: 'How you sign in, and pending confirmations.',
    ...ofPerson,
    bindings: [{ method: 'GET', path, input: 'query' }],
    input: Empty,
    reply: OwnAccount,
    status: 200,
    errors: [],
    example: { input: {}, reply: exampleAccount },
  }),
  prove: operation({
    id: 'ownAccount.prove',
    summary: 'Confirm your password again',
    description:
      'Allows this session, for ten minutes, the changes that otherwise fail with `proof_required`. Failures are limited like those of signing in.',
    ...ofPerson,
    bindings: [{ method: 'POST', path: `${path}/proof`, input: 'json' }],
    input: Type.Object({
      password: CurrentPassword,
      code: Type.Optional(
        Text({
          maxLength: 40,
          description:
            'A code of the authenticator, or a recovery code; needed when the second factor is on.',
        }),
      ),
    }),
    reply: Type.Object({ expires: Timestamp }),
    status: 200,
    errors: [],
    example: {
      input: { password: 'correct horse battery staple' },
      reply: { expires: '2026-01-02T03:14:05.678+0000' },
    },
  }),
  changePassword: operation({
    id: 'ownAccount.changePassword',
    summary: 'Change your password',
    description:
      'Ends all other sessions, unless `sign_out_others` is false. With a second factor, a proof is also required.',
    ...ofPerson,
    bindings: [{ method: 'PUT', path: `${path}/password`, input: 'json' }],
    input: Type.Object({
      current_password: CurrentPassword,
      password: Text({
        maxLength: 1024,
        description: 'The new password. The application sets the minimum length; at most 256 characters.',
      }),
      sign_out_others: Type.Optional(
        Type.Boolean({ description: 'Whether all your other sessions end. True by default.' }),
      ),
    }),
    reply: Empty,
    status: 200,
    errors: ['weak_password', 'proof_required'],
    example: {
      input: { current_password: 'correct horse battery staple', password: 'azulejos in the hall' },
      reply: {},
    },
  }),
  requestEmail: operation({
    id: 'ownAccount.requestEmail',
    summary: 'Change or confirm your e-mail',
    description:
      'Sends a link to the new address, and a notice to the current one. Nothing changes until the link is opened; it expires after a day, or when the password changes. A new request replaces an earlier one. If you send your current address, it is only confirmed.',
    ...ofPerson,
    bindings: [{ method: 'PUT', path: `${path}/email-request`, input: 'json' }],
    input: Type.Object({
      email: Text({ minLength: 3, maxLength: MAX_EMAIL_LENGTH, description: 'The address.' }),
    }),
    reply: EmailRequest,
    status: 200,
    errors: ['proof_required', 'user_exists'],
    example: {
      input: { email: 'ana.marques@example.org' },
      reply: { email: 'ana.marques@example.org', expires: '2026-01-03T03:04:05.678+0000' },
    },
  }),
  cancelEmail: operation({
    id: 'ownAccount.cancelEmail',
    summary: 'Cancel the change of your e-mail',
    description: 'The link that was sent stops working.',
    ...ofPerson,
    bindings: [{ method: 'DELETE', path: `${path}/email-request`, input: 'query' }],
    input: Empty,
    reply: Empty,
    status: 200,
    errors: [],
    example: { input: {}, reply: {} },
  }),
};

export const ownSessions = {
  list: operation({
    id: 'ownSessions.list',
    summary: 'List where you are signed in',
    description: 'The last used first, at most 100.',
    ...ofPerson,
    bindings: [{ method: 'GET', path: `${path}/sessions`, input: 'query' }],
    input: Empty,
    list: { items: 'sessions' },
    reply: Type.Object({
      sessions: Type.Array(OwnSession, { description: 'Your active sessions.' }),
      total: Type.Integer({ description: 'Number of active sessions.' }),
    }),
    status: 200,
    errors: [],
    example: {
      input: {},
      reply: {
        sessions: [
          {
            id: '8c1f0b6f2f1d4c3ba9e5d7c0',
            is_current: true,
            application: 'Casa Azul',
            user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
            address: '192.0.2.7',
            signed_in_with: 'password',
            is_this_network: true,
            created: '2026-01-02T03:04:05.678+0000',
            last_used: '2026-01-02T04:05:06.789+0000',
            shared: null,
          },
        ],
        total: 1,
      },
    },
  }),
  end: operation({
    id: 'ownSessions.end',
    summary: 'End one of your sessions',
    description: 'Signs out another browser or app, and its live connections within seconds.',
    ...ofPerson,
    bindings: [{ method: 'DELETE', path: `${path}/sessions/{session_id}`, input: 'query' }],
    params: Type.Object({ session_id: Id('Id of one of your sessions.') }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['proof_required', 'not_found'],
    example: { input: { session_id: '8c1f0b6f2f1d4c3ba9e5d7c0' }, reply: {} },
  }),
  endOthers: operation({
    id: 'ownSessions.endOthers',
    summary: 'Sign out everywhere else',
    description: 'Ends all your sessions except the current one.',
    ...ofPerson,
    bindings: [{ method: 'DELETE', path: `${path}/sessions`, input: 'query' }],
    input: Empty,
    reply: Type.Object({ ended: Type.Integer({ description: 'Number of sessions that ended.' }) }),
    status: 200,
    errors: ['proof_required'],
    example: { input: {}, reply: { ended: 2 } },
  }),
};

export const emailConfirmations = {
  send: operation({
    id: 'emailConfirmations.send',
    summary: 'Send the link to confirm an e-mail again',
    description:
      'For accounts that cannot sign in before their address is confirmed. The response is the same whether or not there is such an account.',
    origin: 'auth',
    access: 'public',
    bindings: [{ method: 'POST', path: `${path}/email/confirmation`, input: 'json' }],
    params: Empty,
    input: MailedLinkRequest,
    reply: MailedLinkReply,
    status: 200,
    errors: [],
    example: {
      input: { appId: 'casa', email: 'ana@example.org' },
      reply: {
        message: 'If an account waits for the confirmation of this e-mail, a link has been sent.',
        success: true,
      },
    },
  }),
};
