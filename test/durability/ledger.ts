import type { ValueAddress } from '@azulejo/contract';

/** What a client of the platform knows: only what it was answered. */
export type Ledger = {
  accounts: Account[];
  /** Asked for, and not answered before the server died. */
  unansweredAccounts: Account[];
  sessions: Session[];
  signedOut: Session[];
  /** Codes whose redemption was answered. */
  redeemedCodes: string[];
  series: Series[];
  commands: NotedCommand[];
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

/** The values of one property: the numbers 1, 2, 3 … in this order, each sent at most once. */
export type Series = {
  address: ValueAddress;
  /** The last that was sent, answered or not. */
  sent: number;
  /** Those that were acknowledged, by PUBACK or by an HTTP answer. */
  acknowledged: Set<number>;
};

/** A write that was answered with its command, settled or open. */
export type NotedCommand = { id: string; address: ValueAddress; data: number };

export const newLedger = (): Ledger => ({
  accounts: [],
  unansweredAccounts: [],
  sessions: [],
  signedOut: [],
  redeemedCodes: [],
  series: [],
  commands: [],
});

export function addSeries(ledger: Ledger, address: ValueAddress): Series {
  const series: Series = { address, sent: 0, acknowledged: new Set() };
  ledger.series.push(series);
  return series;
}
