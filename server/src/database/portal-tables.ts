import type { Generated } from 'kysely';

/* Tables of portal accounts. They are not users: users belong to applications. */

export type PortalAccountsTable = {
  id: string;
  email: string;
  /** The normalised e-mail address; unique. */
  email_key: string;
  name: string;
  role: 'owner' | 'developer' | 'viewer';
  state: 'enabled' | 'disabled';
  password_hash: string;
  /** The secret of the authenticator, in Base32. It is active once `second_factor_since` is set. */
  totp_secret: string | null;
  second_factor_since: number | null;
  /** The time step of the last accepted code. No code is accepted twice (RFC 6238 5.2). */
  last_code_step: Generated<number>;
  created: number;
  updated: number;
};

export type PortalRecoveryCodesTable = { account_id: string; code_hash: string; used: number | null };

/** The right to create one account with a link. */
export type PortalInvitationsTable = {
  id: string;
  token_hash: string;
  /** The e-mail address of the invited person; null when anyone with the link may use it. */
  email: string | null;
  role: 'owner' | 'developer' | 'viewer';
  /** Null when it was created at the first start or from the command line. */
  invited_by: string | null;
  created: number;
  expires: number;
  /** The account that was created with it. */
  account_id: string | null;
};

export type PortalSessionsTable = {
  token_hash: string;
  id: string;
  account_id: string;
  csrf_token: string;
  /** `second-factor` until the code was entered. */
  state: 'open' | 'second-factor';
  address: string;
  user_agent: string;
  created: number;
  last_used: number;
  expires: number;
};

/** Addresses from which an account has signed in. Failures from other addresses do not lock it out there. */
export type PortalKnownAddressesTable = { account_id: string; address: string; last_used: number };

/** The newest password link of each account. */
export type PortalPasswordLinksTable = {
  account_id: string;
  token_hash: string;
  /** 1 when the link also removes the second factor. */
  resets_second_factor: number;
  created: number;
  expires: number;
};
