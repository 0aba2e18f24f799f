import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';

/** Where the account is signed in. */
const PortalOpenSession = Type.Object(
  {
    id: Type.String(),
    is_current: Type.Boolean({ description: 'The one that asks.' }),
    address: Type.String(),
    user_agent: Type.String(),
    created: Timestamp,
    last_used: Timestamp,
  },
  { title: 'PortalOpenSession' },
);

/** How one’s own account is kept. */
const PortalSecurity = Type.Object(
  {
    second_factor_since: Type.Union([Timestamp, Type.Null()]),
    recovery_codes_left: Type.Integer(),
    sessions: Type.Array(PortalOpenSession),
  },
  { title: 'PortalSecurity' },
);
export type PortalSecurity = Static<typeof PortalSecurity>;

const Password = Text({ maxLength: 1000, description: 'One’s own, once more.' });
const Code = Text({ minLength: 1, maxLength: 40, description: 'Of the authenticator, or a recovery code.' });
const RecoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), { description: 'Each works once. Shown only now.' }),
});

const exampleCodes = { recovery_codes: ['mfrg-gzdf-mztw-q2lk', 'gezd-gnbv-gy3t-qojq'] };

export const portalSecurity = {
  get: operation({
    id: 'portal.security.get',
    summary: 'Read how one’s own account is kept',
    description: 'Its second factor, and where it is signed in.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/account', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: PortalSecurity,
    status: 200,
    errors: [],
    example: {
      input: {},
      reply: {
        second_factor_since: '2026-01-02T03:04:05.678+0000',
        recovery_codes_left: 10,
        sessions: [
          {
            id: '5c8f2f0e-7d7b-4f0e-9c51-0c1f7c9a1b23',
            is_current: true,
            address: '192.0.2.7',
            user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
            created: '2026-01-02T03:04:05.678+0000',
            last_used: '2026-01-02T04:05:06.789+0000',
          },
        ],
      },
    },
  }),
  rename: operation({
    id: 'portal.security.rename',
    summary: 'Change one’s own name',
    description: 'As the others see it.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'PATCH', path: '/portal/api/account', input: 'json' }],
    params: Empty,
    input: Type.Object({ name: Text({ minLength: 1, maxLength: 200 }) }),
    reply: Empty,
    status: 200,
    errors: [],
    example: { input: { name: 'Rui Costa' }, reply: {} },
  }),
  changePassword: operation({
    id: 'portal.security.changePassword',
    summary: 'Change one’s own password',
    description: 'Signs out everywhere else.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'PUT', path: '/portal/api/account/password', input: 'json' }],
    params: Empty,
    input: Type.Object({
      current_password: Password,
      password: Text({ maxLength: 1000, description: 'The new one: at least 12 characters.' }),
    }),
    reply: Empty,
    status: 200,
    errors: ['weak_password'],
    example: {
      input: { current_password: 'a long pass phrase', password: 'another long pass phrase' },
      reply: {},
    },
  }),
  endSession: operation({
    id: 'portal.security.endSession',
    summary: 'Sign out somewhere else',
    description: 'Ends one of one’s own sessions.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'DELETE', path: '/portal/api/account/sessions/{session_id}', input: 'query' }],
    params: Type.Object({ session_id: Id('Of one of one’s own sessions.') }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found'],
    example: { input: { session_id: '5c8f2f0e-7d7b-4f0e-9c51-0c1f7c9a1b23' }, reply: {} },
  }),
  endOtherSessions: operation({
    id: 'portal.security.endOtherSessions',
    summary: 'Sign out everywhere else',
    description: 'Ends all of one’s own sessions but the one that asks.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'DELETE', path: '/portal/api/account/sessions', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: Empty,
    status: 200,
    errors: [],
    example: { input: {}, reply: {} },
  }),
  beginSecondFactor: operation({
    id: 'portal.security.beginSecondFactor',
    summary: 'Begin to set up an authenticator',
    description: 'Gives the secret for it. Nothing counts until a code of it was given.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'POST', path: '/portal/api/account/second-factor', input: 'json' }],
    params: Empty,
    input: Type.Object({ password: Password }),
    reply: Type.Object({
      secret: Type.String({ description: 'Base32, for typing.' }),
      uri: Type.String({ description: '`otpauth://totp/…`, for a QR code.' }),
    }),
    status: 201,
    errors: ['already_there'],
    example: {
      input: { password: 'a long pass phrase' },
      reply: {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Azulejo:rui%40example.org?issuer=Azulejo&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      },
    },
  }),
  confirmSecondFactor: operation({
    id: 'portal.security.confirmSecondFactor',
    summary: 'Confirm the authenticator by a code of it',
    description: 'From now on signing in asks for one. Signs out everywhere else.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'PUT', path: '/portal/api/account/second-factor', input: 'json' }],
    params: Empty,
    input: Type.Object({ code: Code }),
    reply: RecoveryCodes,
    status: 200,
    errors: ['already_there'],
    example: { input: { code: '492039' }, reply: exampleCodes },
  }),
  removeSecondFactor: operation({
    id: 'portal.security.removeSecondFactor',
    summary: 'Sign in by the password alone again',
    description: 'Takes the authenticator and the recovery codes away.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'POST', path: '/portal/api/account/second-factor/removal', input: 'json' }],
    params: Empty,
    input: Type.Object({ password: Password, code: Code }),
    reply: Empty,
    status: 200,
    errors: ['not_found'],
    example: { input: { password: 'a long pass phrase', code: '492039' }, reply: {} },
  }),
  renewRecoveryCodes: operation({
    id: 'portal.security.renewRecoveryCodes',
    summary: 'Get new recovery codes',
    description: 'The earlier ones no longer work.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'POST', path: '/portal/api/account/recovery-codes', input: 'json' }],
    params: Empty,
    input: Type.Object({ password: Password, code: Code }),
    reply: RecoveryCodes,
    status: 201,
    errors: ['not_found'],
    example: { input: { password: 'a long pass phrase', code: '492039' }, reply: exampleCodes },
  }),
};
