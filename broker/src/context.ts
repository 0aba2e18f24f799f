import type { Accounts } from './accounts.ts';
import type { BrokerRules } from './broker.ts';
import type { Outstanding } from './inbound.ts';
import type { BrokerLimits } from './limits.ts';
import type { Registry } from './registry.ts';

/** This port has what pino's loggers have. */
export type BrokerLogger = Record<'debug' | 'warn', (fields: object, text: string) => void>;

type Count<Label extends string> = { inc(labels: Record<Label, string>, by?: number): void };

/** Port: what prom-client's gauges and counters have. */
export type BrokerMetrics = {
  /** The connections that have authenticated and are open. */
  readonly mqttConnections: { inc(): void; dec(): void };
  readonly mqttMessages: Count<'direction'>;
  readonly mqttDropped: Count<'reason'>;
  readonly mqttClosed: Count<'reason'>;
};

/** Calls `run` once, after `ms`. Disposing of the timer cancels it. */
export type SetTimer = (ms: number, run: () => void) => Disposable;

/** State and services that all connections of one broker share. */
export type BrokerContext<P> = {
  readonly rules: BrokerRules<P>;
  readonly limits: BrokerLimits;
  readonly logger: BrokerLogger;
  readonly metrics: BrokerMetrics;
  readonly registry: Registry<P>;
  readonly accounts: Accounts;
  readonly outstanding: Outstanding;
  /** Marks the arrival of a message, for the rules. */
  markArrival(): number;
  /** Returns the milliseconds of a monotonic clock. */
  now(): number;
  /** Sets a timer of that clock. */
  readonly setTimer: SetTimer;
  /** Returns the milliseconds of the clock by which messages expire. */
  messageNow(): number;
};
