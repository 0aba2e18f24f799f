import type { InputOf, resources } from '@azulejo/contract';
import { invalidField } from '../../../platform/api-error.ts';
import type { IssuedToken } from '../tokens/token-record.ts';

type Resource = typeof resources.auth;
export type AuthorizeInput = InputOf<Resource['authorize']>;
export type ExchangeInput = InputOf<Resource['exchange']>;
export type GrantInput = AuthorizeInput & Pick<ExchangeInput, 'code'>;

/** Where a request comes from: its address, and the browser or app as it names itself. */
export type Visitor = { address: string; userAgent: string | undefined };

/** The sign-in to which the tokens belong, and the tokens. */
export type Issued = { signInId: string; token: IssuedToken };

/** A way to get tokens (RFC 6749 4), in the steps that the token endpoint runs. */
export type Grant<Parameters, Client, Checked, Result = Issued> = {
  /** Reads the parameters. Throws `invalid_request` naming those that are missing. */
  read(input: GrantInput, from: Visitor): Parameters;
  /** Finds the client and authenticates it as far as the grant requires. */
  authenticate(parameters: Parameters): Promise<Client>;
  /** Verifies the password, refresh token or code, or chooses the scopes. Counts and audits refusals. */
  check(parameters: Parameters, client: Client): Promise<Checked>;
  /** Stores the tokens and their audit entry in one unit. */
  issue(checked: Checked): Promise<Result>;
};

/** Returns a parameter that the grant requires. Throws `invalid_request` when it is missing or empty. */
export function need(input: GrantInput, name: 'username' | 'password' | 'client_secret'): string {
  const value = input[name];
  if (value === undefined || value === '') throw invalidField(name, 'is required');
  return value;
}
