import { Budget } from './budget.ts';
import type { BrokerLimits } from './limits.ts';
import { createConnectRate, Rate } from './rate.ts';

/** Limits of one account, for all its sessions together. */
export type AccountLimits = BrokerLimits['account'];

/** A receiver that keeps up has less than this queued. It is never crowded out by other sessions. */
const KEEPS_UP_BYTES = 128 * 1024;

/** Resources that the sessions of one key use together, including sessions without a connection. */
export class Account {
  /** Bytes of messages between their arrival and their commit. */
  readonly inbound: Budget;
  readonly rate: Rate;
  /** Limits how fast the account opens sessions. */
  readonly connects: Rate;
  /** Counts open sessions. */
  sessions = 0;
  /** Number of session states, including those without a connection. */
  states = 0;
  /** Counts the bytes queued for receivers. */
  queuedBytes = 0;
  limits: AccountLimits;

  constructor(limits: AccountLimits, reconnectMs: number, now: number) {
    this.limits = limits;
    this.connects = createConnectRate(limits.sessions, reconnectMs, now);
    this.inbound = new Budget(limits.inboundBytes);
    this.rate = new Rate(limits.rate, limits.burst, now);
  }

  /** Returns whether the account holds no state, so that a new one would be equal. */
  isIdle(now: number): boolean {
    const isUnused = this.states === 0 && this.inbound.used === 0 && this.queuedBytes === 0;
    return isUnused && this.rate.isFull(now) && this.connects.isFull(now);
  }
}

/** Tracks the accounts that hold state, and the resources that all of them use together. */
export class Accounts {
  readonly inbound: Budget;
  readonly #limits: BrokerLimits;
  readonly #now: () => number;
  readonly #byKey = new Map<string, Account>();
  #queuedBytes = 0;

  constructor(limits: BrokerLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.inbound = new Budget(limits.inboundBytesInAll);
  }

  /** Returns the account of the key, and creates it when it does not exist. */
  of(key: string, limits: AccountLimits = this.#limits.account): Account {
    const known = this.#byKey.get(key);
    if (known) return known;
    const account = new Account(limits, this.#limits.reconnectMs, this.#now());
    this.#byKey.set(key, account);
    return account;
  }

  /** Adds bytes to the account's queue; a negative number removes them. */
  queue(account: Account, bytes: number): void {
    account.queuedBytes += bytes;
    this.#queuedBytes += bytes;
  }

  /** Whether the queues of all accounts together have reached their limit. */
  get isQueueFull(): boolean {
    return this.#queuedBytes >= this.#limits.queuedBytesInAll;
  }

  /**
   * Returns whether a session with `own` queued bytes must give way because it is slow: all accounts together
   * have too many bytes queued, or its account has and the session holds more than its share of them.
   */
  isCrowdedOut({ queuedBytes, limits, sessions }: Account, own: number): boolean {
    if (own < KEEPS_UP_BYTES) return false;
    return (
      this.isQueueFull || (queuedBytes > limits.queuedBytes && own >= queuedBytes / Math.max(1, sessions))
    );
  }

  /** Removes idle accounts. */
  sweep(): void {
    const now = this.#now();
    for (const [key, account] of this.#byKey) if (account.isIdle(now)) this.#byKey.delete(key);
  }
}
