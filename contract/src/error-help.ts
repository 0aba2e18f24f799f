import type { ErrorName } from './errors.ts';

/** Says what a client should do about each error. */
export const errorHelp: Readonly<Record<ErrorName, string>> = {
  invalid_request: 'Correct the fields in `errors`; `warnings` names parameters that were not known.',
  malformed_body:
    'Send valid JSON (or a form, where one is accepted); `detail` names the line and column of the mistake.',
  invalid_scope: 'Ask for scopes that the application has, or leave `scope` out.',
  unsupported_response_type: 'Use `password` or `client_credentials`.',
  unsupported_grant_type:
    'Use the flow that created the tokens, `password` or `client_credentials`, or leave `grant_type` out.',
  unregistered_redirect:
    'Register the exact `redirect_uri` with the application, in the portal or with `azulejo application update`.',
  invalid_image: 'Send a PNG, JPEG or WebP image of at most 5 MB.',
  weak_password: 'Ask for another password; `errors` says what this one lacks.',
  token_required: 'Send `Authorization: Bearer TOKEN`.',
  bad_credentials: 'Ask the person for e-mail and password again.',
  invalid_client: 'Check client id and secret; after a rotation, use the new secret.',
  invalid_token: 'Sign in again. Check that the token was not cut and belongs to this platform.',
  expired_token: 'Exchange the refresh token once, then repeat the request.',
  revoked_token: 'Sign in again: the person or the operator ended this session.',
  invalid_refresh_token: 'Sign in again: the refresh token was used, revoked or has expired.',
  invalid_code: 'Start the sign-in again: a code works once and for a short time.',
  session_required: 'Sign in to the portal.',
  bad_code: 'Enter the current code of the authenticator, or a recovery code.',
  passkey_refused: 'Start again with a new challenge, or sign in with the password.',
  forged_request: 'Call the portal only from its own pages, with the header that they send.',
  insufficient_role: 'Ask an owner of the portal for a role that may do this.',
  forbidden: 'Use a token of somebody who has access, or ask the owner for a grant.',
  insufficient_scope:
    'Get a token with the scope that the reference names for this operation; in the portal, `detail` names it.',
  email_unconfirmed:
    'Ask the person to open the link in the mail; `POST /v3/account/email/confirmation` sends another.',
  proof_required:
    'Ask the person for the password, send it to `POST /v3/account/proof`, and repeat the request.',
  second_factor_required:
    'Ask the person for the code of the authenticator and send it as `otp`, or after the password and a space.',
  wrong_code: 'Ask the person for the code that the authenticator shows now, or for a recovery code.',
  not_found: 'Check the id. What others own looks the same as what does not exist.',
  no_user: 'Use the user’s id instead of `me`, or a token of the user.',
  unknown_path: 'Check the path; `detail` names a similar one if there is one.',
  method_not_allowed: 'Use a method that the header `Allow` lists.',
  wrong_claim_code:
    'Check the code on the device; a new one can be made by the application or in the portal.',
  resync: 'Read the current state again, and follow the events from the `cursor` in the body.',
  not_granted:
    'See `detail`: the person has to consent first, or the operator has to assign the template to the manager.',
  invalid_automation:
    'Correct the parts of the definition that `errors` names; `POST …/automations/check` finds all of them without saving.',
  automation_loop:
    'Add a condition that ends the loop described in `detail`. If it is meant, let it wait at least a second, and send `allow=loop`.',
  automation_not_run:
    'Read `detail`: it is switched off or cannot run, a condition was not true, or it is running already. If it waits for the run before it, it runs after that.',
  invalid_value: 'Send a value that the property’s schema accepts; `errors` says what is wrong.',
  not_writable: 'Write only to properties whose `io` has `w`.',
  too_many_writes: 'Wait as long as `Retry-After` says, and write to this property less often.',
  maker_failed: 'Try again later; the operator sees in the portal how the manager answered.',
  maker_late: 'Try again later; devices that were added in the meantime appear with the next refresh.',
  unanswered: 'See whether the device is online, then write again.',
  refused_by_device: 'See the reason in `detail`; the device or its maker decided.',
  superseded: 'Nothing: a newer write replaced it.',
  last_server: 'Start another server first.',
  last_owner: 'Give another account the role of owner first.',
  passkeys_unavailable: 'Ask the operator to set `PUBLIC_URL` to an https address with a host name.',
  in_use: 'End what uses it first; `detail` says what that is.',
  already_there: 'Nothing, or use the existing one.',
  user_exists: 'Sign in, or use another e-mail address.',
  precondition_failed:
    'Read the current revision, apply the change to it, and send its `ETag` in `If-Match`.',
  body_too_large: 'Send less; `detail` says how much is accepted.',
  quota_exceeded:
    'Remove something first; `detail` names the limit. The operator can raise those that are settings.',
  unsupported_media_type: 'Send a content type that `detail` lists.',
  too_many_requests: 'Wait as long as `Retry-After` says.',
  internal: 'Repeat later. Give the operator the `request_id`, which is in the log.',
  unavailable: 'Repeat after `Retry-After`.',
};
