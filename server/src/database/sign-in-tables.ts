import type { Generated } from 'kysely';

/* Tables of sign-ins, tokens and known addresses. */

/**
 * Addresses from which a user has signed in. Failures from other addresses do not lock the user out there.
 */
export type KnownAddressesTable = { user_id: string; address: string; last_used: number };

/** One sign-in and the tokens that come from it. */
export type TokenFamiliesTable = {
  id: string;
  client_id: string;
  user_id: string | null;
  grant_type: 'password' | 'client_credentials';
  scopes_json: string;
  state: string | null;
  current_hash: string;
  previous_hash: string | null;
  /** The reply to the last refresh, encrypted with a key that is derived from the presented refresh token. */
  sealed_successor: string | null;
  generation: Generated<number>;
  rotated_at: number | null;
  successor_used_at: number | null;
  created: number;
  updated: number;
  /** When the current refresh token expires. */
  expires: number;
  revoked_at: number | null;
  revoked_because: string | null;
  /** The address of the sign-in; null for sign-ins from before it was stored. */
  address: Generated<string | null>;
  /** Updated only occasionally. */
  last_used: Generated<number>;
  /** The address of the last refresh. */
  rotated_address: string | null;
  /** The first other network that fetched the successor of a used refresh token, which may mean theft. */
  shared_address: string | null;
  shared_at: number | null;
};

export type AccessTokensTable = {
  hash: string;
  id: string;
  family_id: string;
  generation: number;
  created: number;
  expires: number;
};

/** One-time exchange codes. */
export type CodesTable = {
  hash: string;
  family_id: string;
  /** Set when the code was sent in a redirect. It then requires the client's secret and the same URI. */
  redirect_uri: string | null;
  created: number;
  expires: number;
  redeemed_family_id: string | null;
};
