import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import type { Accounts } from './accounts.ts';
import type { BrokerRules } from './broker.ts';
import type { Outstanding } from './inbound.ts';
import type { BrokerLimits } from './limits.ts';
import type { Registry } from './registry.ts';

export type BrokerMetrics = Pick<Metrics, 'mqttConnections' | 'mqttMessages' | 'mqttDropped' | 'mqttClosed'>;

/** State and services that all connections of one broker share. */
export type BrokerContext<P> = {
  readonly rules: BrokerRules<P>;
  readonly limits: BrokerLimits;
  readonly logger: Pick<Logger, 'debug' | 'warn'>;
  readonly metrics: BrokerMetrics;
  readonly registry: Registry<P>;
  readonly accounts: Accounts;
  readonly outstanding: Outstanding;
  /** Returns the milliseconds of a monotonic clock. */
  now(): number;
  /** Returns the milliseconds of the clock by which messages expire. */
  messageNow(): number;
};
