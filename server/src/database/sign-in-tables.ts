import type { Generated } from 'kysely';

/* Who is signed in, and where from. */

/** Addresses from which a user did sign in: strangers' failures elsewhere do not lock the owner out. */
export type KnownAddressesTable = { user_id: string; address: string; last_used: number };

/** One sign-in. */
export type TokenFamiliesTable = {
  id: string;
  client_id: string;
  user_id: string | null;
  grant_type: 'password' | 'client_credentials';
  scopes_json: string;
  state: string | null;
  current_hash: string;
  previous_hash: string | null;
  /** The answer to the last refresh, sealed under a key that only the presented refresh token gives. */
  sealed_successor: string | null;
  generation: Generated<number>;
  rotated_at: number | null;
  successor_used_at: number | null;
  created: number;
  updated: number;
  /** Of the current refresh token. */
  expires: number;
  revoked_at: number | null;
  revoked_because: string | null;
  /** Where it was opened; null of those from before this was kept. */
  address: Generated<string | null>;
  /** Written now and then only. */
  last_used: Generated<number>;
  /** Where the last refresh came from. */
  rotated_address: string | null;
  /** The first other network that fetched the successor of a used refresh token, and when: perhaps a thief. */
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
  /** Set when the code travelled in a redirect: it then needs the client's secret and the same URI. */
  redirect_uri: string | null;
  created: number;
  expires: number;
  redeemed_family_id: string | null;
};
