import type { ValueAddress } from '@azulejo/contract';

/** What a client of the platform knows: only what was acknowledged. */
export type Ledger = {
  accounts: Account[];
  /** Requested, without a response before the server died. */
  unansweredAccounts: Account[];
  sessions: Session[];
  signedOut: Session[];
  /** Codes whose redemption was acknowledged. */
  redeemedCodes: string[];
  series: Series[];
  commands: NotedCommand[];
};

export type Account = { email: string; userId: string };

export type Session = {
  account: Account;
  /** Every access token of the session, the newest last. */
  accessTokens: string[];
  refreshToken: string;
  /** Undefined once a client tried to redeem it. */
  code: string | undefined;
  href: string;
  /** A refresh with `refreshToken` was sent, and its response was not read. */
  lostAnswer: boolean;
};

/** The values of one property: the numbers 1, 2, 3 … in this order, each sent at most once. */
export type Series = {
  address: ValueAddress;
  /** The last value that was sent, whether it was acknowledged or not. */
  sent: number;
  /** When each value was sent, in epoch milliseconds; the first one at index 1. */
  sentAt: number[];
  /** Values that were acknowledged, by PUBACK or by an HTTP response. */
  acknowledged: Set<number>;
};

/** A write whose response named its command, settled or open. */
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
  const series: Series = { address, sent: 0, sentAt: [], acknowledged: new Set() };
  ledger.series.push(series);
  return series;
}
