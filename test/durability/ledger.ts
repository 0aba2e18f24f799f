/** What a client of the platform knows: only what it was answered. */
export type Ledger = {
  accounts: Account[];
  /** Asked for, and not answered before the server died. */
  unansweredAccounts: Account[];
  sessions: Session[];
  signedOut: Session[];
  /** Codes whose redemption was answered. */
  redeemedCodes: string[];
};

export type Account = { email: string; userId: string };

export type Session = {
  account: Account;
  /** Every access token that it was given, the newest last. */
  accessTokens: string[];
  refreshToken: string;
  /** Undefined once somebody tried to redeem it. */
  code: string | undefined;
  href: string;
  /** A refresh was sent with `refreshToken`, and its answer never read. */
  lostAnswer: boolean;
};

export const newLedger = (): Ledger => ({
  accounts: [],
  unansweredAccounts: [],
  sessions: [],
  signedOut: [],
  redeemedCodes: [],
});
