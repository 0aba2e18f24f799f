import { type Static, Type } from 'typebox';

/**
 * All errors that the platform returns. `code` is sent in the body and in the header `X-Error`; known clients
 * already act on 1601, 1211, 2000 and 5000. `oauth` is the RFC 6749 5.2 code, if there is one.
 */
export const errors = {
  invalid_request: { status: 400, code: 1000, text: 'The request is invalid.', oauth: 'invalid_request' },
  malformed_body: { status: 400, code: 1001, text: 'The body could not be read.', oauth: 'invalid_request' },
  invalid_scope: {
    status: 400,
    code: 1002,
    text: 'None of the requested scopes can be granted.',
    oauth: 'invalid_scope',
  },
  unsupported_response_type: {
    status: 400,
    code: 1003,
    text: 'This response_type is not supported.',
    oauth: 'unsupported_response_type',
  },
  unsupported_grant_type: {
    status: 400,
    code: 1004,
    text: 'This grant_type is not supported.',
    oauth: 'unsupported_grant_type',
  },
  unregistered_redirect: {
    status: 400,
    code: 1005,
    text: 'This redirect_uri is not registered for the application.',
    oauth: 'invalid_request',
  },
  invalid_image: { status: 400, code: 1006, text: 'The body is not a readable image.' },
  weak_password: { status: 400, code: 1212, text: 'The password does not meet the requirements.' },
  token_required: { status: 401, code: 1600, text: 'An access token is required.' },
  bad_credentials: {
    status: 401,
    code: 1601,
    text: 'The credentials are not valid.',
    oauth: 'invalid_grant',
  },
  invalid_client: {
    status: 401,
    code: 1602,
    text: 'The client is unknown or its secret is wrong.',
    oauth: 'invalid_client',
  },
  invalid_token: { status: 401, code: 1603, text: 'The access token is invalid.' },
  expired_token: { status: 401, code: 1604, text: 'The access token has expired.' },
  revoked_token: { status: 401, code: 1605, text: 'The access token was revoked.' },
  invalid_refresh_token: {
    status: 401,
    code: 1606,
    text: 'The refresh token is invalid.',
    oauth: 'invalid_grant',
  },
  invalid_code: { status: 401, code: 1607, text: 'The code is not valid.', oauth: 'invalid_grant' },
  session_required: { status: 401, code: 1608, text: 'Please sign in to the portal.' },
  bad_code: { status: 401, code: 1609, text: 'The code is not valid.' },
  passkey_refused: {
    status: 401,
    code: 1610,
    text: 'The passkey was not accepted.',
    oauth: 'invalid_grant',
  },
  forged_request: { status: 403, code: 2003, text: 'The request did not come from a portal page.' },
  insufficient_role: { status: 403, code: 2004, text: 'Your role does not allow this.' },
  forbidden: { status: 403, code: 2001, text: 'You do not have access to this.', oauth: 'access_denied' },
  insufficient_scope: { status: 403, code: 2002, text: 'The token lacks a required scope.' },
  email_unconfirmed: {
    status: 403,
    code: 2005,
    text: 'Confirm your e-mail address first: open the link in the mail that was sent to it.',
    oauth: 'access_denied',
  },
  proof_required: { status: 403, code: 2007, text: 'Confirm your password again before this change.' },
  second_factor_required: {
    status: 403,
    code: 2006,
    text: 'This account requires a second factor: append a space and the code to the password.',
    oauth: 'access_denied',
  },
  wrong_code: {
    status: 403,
    code: 2008,
    text: 'The code is not valid, or was used before.',
    oauth: 'access_denied',
  },
  not_found: { status: 404, code: 2100, text: 'Not found, or not visible to you.' },
  no_user: {
    status: 404,
    code: 2101,
    text: 'This token belongs to a client, not to a user: use the user’s id.',
  },
  unknown_path: { status: 404, code: 2102, text: 'This path does not exist.' },
  method_not_allowed: { status: 405, code: 2103, text: 'This path does not support that method.' },
  wrong_claim_code: { status: 404, code: 2108, text: 'This code is not valid, or was used before.' },
  resync: {
    status: 410,
    code: 4100,
    text: 'This cursor is no longer valid. Read the current state, then continue from the returned cursor.',
  },
  not_granted: { status: 412, code: 2000, text: 'You cannot grant access to this channel or template.' },
  invalid_value: { status: 422, code: 4220, text: 'The value is not valid for this property.' },
  not_writable: { status: 422, code: 4221, text: 'The property is not writable.' },
  invalid_automation: { status: 422, code: 4222, text: 'The automation cannot run as it is defined.' },
  automation_loop: {
    status: 422,
    code: 4223,
    text: 'The automation would start itself endlessly.',
  },
  too_many_writes: { status: 429, code: 4291, text: 'Too many writes to this property in this minute.' },
  unanswered: { status: 504, code: 5040, text: 'The device did not answer in time.' },
  maker_failed: { status: 502, code: 5020, text: 'The maker or service sent an unexpected response.' },
  maker_late: { status: 504, code: 5041, text: 'The maker or service did not answer in time.' },
  refused_by_device: { status: 409, code: 4090, text: 'The device refused the write.' },
  superseded: { status: 409, code: 4091, text: 'Superseded by a newer write to the same property.' },
  last_server: { status: 409, code: 4097, text: 'At least one other server must work.' },
  last_owner: { status: 409, code: 4092, text: 'The portal needs at least one owner who can sign in.' },
  passkeys_unavailable: {
    status: 409,
    code: 4094,
    text: 'Passkeys need https and a host name: the operator sets PUBLIC_URL.',
  },
  automation_not_run: { status: 409, code: 4095, text: 'The automation was not started.' },
  in_use: { status: 409, code: 4093, text: 'This is still in use.' },
  already_there: { status: 409, code: 5000, text: 'Already exists.' },
  user_exists: { status: 409, code: 1211, text: 'A user with this e-mail already exists.' },
  precondition_failed: {
    status: 412,
    code: 2104,
    text: 'The revision in If-Match is not the current one.',
  },
  body_too_large: { status: 413, code: 2105, text: 'The body is too large.' },
  quota_exceeded: { status: 413, code: 2107, text: 'Quota exceeded.' },
  unsupported_media_type: { status: 415, code: 2106, text: 'This content type is not supported here.' },
  too_many_requests: { status: 429, code: 4290, text: 'Too many attempts. Please wait and try again.' },
  internal: { status: 500, code: 5500, text: 'Something went wrong on the server.', oauth: 'server_error' },
  unavailable: {
    status: 503,
    code: 5503,
    text: 'The server is busy or shutting down. Please try again.',
    oauth: 'temporarily_unavailable',
  },
} as const satisfies Record<string, { status: number; code: number; text: string; oauth?: string }>;

export type ErrorName = keyof typeof errors;

/** A field that was rejected. `field` is its path in the request, e.g. `email`. */
export const FieldError = Type.Object({
  field: Type.String({ description: 'Path of the field in the request.' }),
  reason: Type.String({ description: 'The error.' }),
});
export type FieldError = Static<typeof FieldError>;

/** Has `{code, text}` for known clients, RFC 9457 members, and on the auth endpoints RFC 6749 5.2 members. */
export const ErrorBody = Type.Object(
  {
    code: Type.Integer({ description: 'The same number as the header `X-Error`.' }),
    text: Type.String({ description: 'The error, in words for people.' }),
    type: Type.String({
      description: 'RFC 9457: the kind of error, e.g. `urn:azulejo:error:not_found`.',
    }),
    title: Type.String({ description: 'RFC 9457: the kind of error, in words for people.' }),
    status: Type.Integer({ description: 'RFC 9457: the HTTP status.' }),
    detail: Type.Optional(Type.String({ description: 'RFC 9457: more about this error.' })),
    errors: Type.Optional(Type.Array(FieldError, { description: 'The rejected fields, with reasons.' })),
    warnings: Type.Optional(
      Type.Array(FieldError, { description: 'Unknown parameters and members, which were ignored.' }),
    ),
    cursor: Type.Optional(Type.String({ description: 'The current cursor, with `resync`.' })),
    request_id: Type.String({ description: 'Identifies the request in the server’s log.' }),
    error: Type.Optional(Type.String({ description: 'RFC 6749 5.2, on the auth endpoints.' })),
    error_description: Type.Optional(Type.String({ description: 'RFC 6749 5.2: the same as `text`.' })),
  },
  { title: 'Error' },
);
export type ErrorBody = Static<typeof ErrorBody>;
