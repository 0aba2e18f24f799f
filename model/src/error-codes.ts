import type { ErrorName, errors } from '@azulejo/contract';

type Code<Name extends ErrorName> = (typeof errors)[Name]['code'];

/*
 * The codes of errors on which clients act (docs/errors.md). They are repeated here because the contract's table
 * would bring its schemas into a page; the compiler compares them. A page contains only those that it uses.
 */
export const alreadyThere: Code<'already_there'> = 5000;
export const badCredentials: Code<'bad_credentials'> = 1601;
export const emailUnconfirmed: Code<'email_unconfirmed'> = 2005;
export const invalidRefreshToken: Code<'invalid_refresh_token'> = 1606;
export const passkeyRefused: Code<'passkey_refused'> = 1610;
export const proofRequired: Code<'proof_required'> = 2007;
export const resync: Code<'resync'> = 4100;
export const secondFactorRequired: Code<'second_factor_required'> = 2006;
export const sessionRequired: Code<'session_required'> = 1608;
export const userExists: Code<'user_exists'> = 1211;
export const wrongCode: Code<'wrong_code'> = 2008;
