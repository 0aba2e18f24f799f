import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keyring.ts';
import type { Outbound } from '../../platform/outbound/index.ts';

/** An application's account at the maker behind a manager, without its secret. */
export type Account = {
  readonly managerId: string;
  readonly applicationId: string;
  /** The application's id at the maker. */
  readonly clientId: string;
  /** Whether the maker gave a secret as well. */
  readonly hasSecret: boolean;
  /** Where the secret may be sent. */
  readonly origins: readonly string[];
  readonly updated: number;
};

export type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  applications: Applications;
  keyring: Keyring;
  outbound: Outbound;
};
