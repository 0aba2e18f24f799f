import type { Generated } from 'kysely';

/* Who may enter the portal. They are no users: users belong to applications. */

export type PortalAccountsTable = {
  id: string;
  email: string;
  /** Normalised; unique. */
  email_key: string;
  name: string;
  role: 'owner' | 'developer' | 'viewer';
  state: 'enabled' | 'disabled';
  password_hash: string;
  /** Base32, of the authenticator; it counts once `second_factor_since` is set. */
  totp_secret: string | null;
  second_factor_since: number | null;
  /** The time step of the last code that was taken: none is taken twice (RFC 6238 5.2). */
  last_code_step: Generated<number>;
  created: number;
  updated: number;
};

export type PortalRecoveryCodesTable = { account_id: string; code_hash: string; used: number | null };

/** The right to make one account, for whoever has the link. */
export type PortalInvitationsTable = {
  id: string;
  token_hash: string;
  /** Whom it is for; null for whoever has the link. */
  email: string | null;
  role: 'owner' | 'developer' | 'viewer';
  /** Null where the operator made it, at the first start or by the command line. */
  invited_by: string | null;
  created: number;
  expires: number;
  /** The account that was made with it. */
  account_id: string | null;
};

export type PortalSessionsTable = {
  token_hash: string;
  id: string;
  account_id: string;
  csrf_token: string;
  /** `second-factor` until the code was given. */
  state: 'open' | 'second-factor';
  address: string;
  user_agent: string;
  created: number;
  last_used: number;
  expires: number;
};

/** Where an account signed in from: there strangers who guess cannot keep it out. */
export type PortalKnownAddressesTable = { account_id: string; address: string; last_used: number };

/** The newest link of each account by which a new password is set. */
export type PortalPasswordLinksTable = {
  account_id: string;
  token_hash: string;
  /** 1 when the link takes the second factor off, too. */
  resets_second_factor: number;
  created: number;
  expires: number;
};
