import { type Static, Type } from 'typebox';
import { MAX_NAME_LENGTH } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { Empty, Id, Text } from '../../text.ts';
import { Timestamp } from '../../timestamp.ts';
import { CurrentPassword, portalPasskeys } from './passkeys.ts';

/** A session of the account. */
const PortalOpenSession = Type.Object(
  {
    id: Type.String({ description: 'Id of the session.' }),
    is_current: Type.Boolean({ description: 'Whether this session sent the request.' }),
    address: Type.String({ description: 'IP address of the sign-in.' }),
    user_agent: Type.String({ description: 'The browser’s `User-Agent` at the sign-in.' }),
    created: Timestamp,
    last_used: Timestamp,
  },
  { title: 'PortalOpenSession' },
);

/** The security settings of your own account. */
const PortalSecurity = Type.Object(
  {
    second_factor_since: Type.Union([Timestamp, Type.Null()], {
      description: 'When the authenticator was set up; null if there is none.',
    }),
    recovery_codes_left: Type.Integer({ description: 'Number of unused recovery codes.' }),
    sessions: Type.Array(PortalOpenSession, { description: 'The active sessions, last used first.' }),
  },
  { title: 'PortalSecurity' },
);
export type PortalSecurity = Static<typeof PortalSecurity>;

const Code = Text({
  minLength: 1,
  maxLength: 40,
  description: 'A code from the authenticator, or a recovery code.',
});
const RecoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), { description: 'Each works once. Shown only once.' }),
});

const exampleCodes = { recovery_codes: ['mfrg-gzdf-mztw-q2lk', 'gezd-gnbv-gy3t-qojq'] };

export const portalSecurity = {
  ...portalPasskeys,
  get: operation({
    id: 'portal.security.get',
    summary: 'Read your security settings',
    description: 'The second factor and the active sessions.',
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
    summary: 'Change your name',
    description: 'The name that other accounts see.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'PATCH', path: '/portal/api/account', input: 'json' }],
    params: Empty,
    input: Type.Object({
      name: Text({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'New display name.' }),
    }),
    reply: Empty,
    status: 200,
    errors: [],
    example: { input: { name: 'Rui Costa' }, reply: {} },
  }),
  changePassword: operation({
    id: 'portal.security.changePassword',
    summary: 'Change your password',
    description: 'Ends all your other sessions.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'PUT', path: '/portal/api/account/password', input: 'json' }],
    params: Empty,
    input: Type.Object({
      current_password: CurrentPassword,
      password: Text({ maxLength: 1000, description: 'The new password: at least 12 characters.' }),
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
    summary: 'End one of your sessions',
    description: 'Signs out on another device or browser.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'DELETE', path: '/portal/api/account/sessions/{session_id}', input: 'query' }],
    params: Type.Object({ session_id: Id('Id of one of your sessions.') }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found'],
    example: { input: { session_id: '5c8f2f0e-7d7b-4f0e-9c51-0c1f7c9a1b23' }, reply: {} },
  }),
  endOtherSessions: operation({
    id: 'portal.security.endOtherSessions',
    summary: 'Sign out everywhere else',
    description: 'Ends all your sessions except the current one.',
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
    summary: 'Start setting up an authenticator',
    description:
      'Returns the secret for it. The authenticator is not active until you confirm it with a code.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'POST', path: '/portal/api/account/second-factor', input: 'json' }],
    params: Empty,
    input: Type.Object({ password: CurrentPassword }),
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
    summary: 'Confirm the authenticator with a code',
    description: 'From now on, signing in requires a code. Ends all your other sessions.',
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
    summary: 'Turn off the second factor',
    description: 'Removes the authenticator and the recovery codes.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'POST', path: '/portal/api/account/second-factor/removal', input: 'json' }],
    params: Empty,
    input: Type.Object({ password: CurrentPassword, code: Code }),
    reply: Empty,
    status: 200,
    errors: ['not_found'],
    example: { input: { password: 'a long pass phrase', code: '492039' }, reply: {} },
  }),
  renewRecoveryCodes: operation({
    id: 'portal.security.renewRecoveryCodes',
    summary: 'Get new recovery codes',
    description: 'The earlier codes stop working.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'POST', path: '/portal/api/account/recovery-codes', input: 'json' }],
    params: Empty,
    input: Type.Object({ password: CurrentPassword, code: Code }),
    reply: RecoveryCodes,
    status: 201,
    errors: ['not_found'],
    example: { input: { password: 'a long pass phrase', code: '492039' }, reply: exampleCodes },
  }),
};
