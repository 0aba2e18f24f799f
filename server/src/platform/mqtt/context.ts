import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import type { Accounts } from './accounts.ts';
import type { BrokerRules } from './broker.ts';
import type { Outstanding } from './inbound.ts';
import type { BrokerLimits } from './limits.ts';
import type { Registry } from './registry.ts';

export type BrokerMetrics = Pick<Metrics, 'mqttConnections' | 'mqttMessages' | 'mqttDropped' | 'mqttClosed'>;

/** What the connections of one broker share. */
export type BrokerContext<P> = {
  readonly rules: BrokerRules<P>;
  readonly limits: BrokerLimits;
  readonly logger: Pick<Logger, 'debug' | 'warn'>;
  readonly metrics: BrokerMetrics;
  readonly registry: Registry<P>;
  readonly accounts: Accounts;
  readonly outstanding: Outstanding;
  /** Milliseconds that only ever go forward. */
  now(): number;
  /** The same, by which messages expire. */
  messageNow(): number;
};

/** How a connection ended. */
export type Ending = {
  readonly reason: CloseReason;
  /** What exactly was wrong, where it was the client’s. */
  readonly detail?: string | undefined;
};

/** Why a connection ended, as the metrics count it. */
export type CloseReason =
  | 'client'
  | 'gone'
  | 'protocol'
  | 'limit'
  | 'connect_timeout'
  | 'tls'
  | 'network_limit'
  | 'account_limit'
  | 'reconnects'
  | 'keep_alive'
  | 'slow'
  | 'refused'
  | 'version'
  | 'unavailable'
  | 'failed'
  | 'taken_over'
  | 'ended'
  | 'stopping';
