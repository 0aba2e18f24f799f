import { Budget } from './budget.ts';
import type { BrokerLimits } from './limits.ts';
import { createConnectRate, Rate } from './rate.ts';

/** What all sessions of one account may take together. */
export type AccountLimits = BrokerLimits['account'];

/** Who keeps up has less than this waiting, whatever others of its account leave there. */
const KEEPS_UP_BYTES = 128 * 1024;

/** What the sessions of one key take together, those without connection included. */
export class Account {
  /** Bytes of messages between their arrival and their commit. */
  readonly inbound: Budget;
  readonly rate: Rate;
  /** Sessions that it may begin. */
  readonly connects: Rate;
  /** Open ones. */
  sessions = 0;
  /** Sessions with their state, those without connection included. */
  states = 0;
  /** Bytes that wait for receivers. */
  queuedBytes = 0;
  limits: AccountLimits;

  constructor(limits: AccountLimits, reconnectMs: number, now: number) {
    this.limits = limits;
    this.connects = createConnectRate(limits.sessions, reconnectMs, now);
    this.inbound = new Budget(limits.inboundBytes);
    this.rate = new Rate(limits.rate, limits.burst, now);
  }

  /** Whether nothing is left that has to be remembered: a new one would be the same. */
  isIdle(now: number): boolean {
    const isUnused = this.states === 0 && this.inbound.used === 0 && this.queuedBytes === 0;
    return isUnused && this.rate.isFull(now) && this.connects.isFull(now);
  }
}

/** The accounts of which something has to be remembered; and what all of them take together. */
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

  /** Returns the account of the key, which is made when there is none. */
  of(key: string, limits: AccountLimits = this.#limits.account): Account {
    const known = this.#byKey.get(key);
    if (known) return known;
    const account = new Account(limits, this.#limits.reconnectMs, this.#now());
    this.#byKey.set(key, account);
    return account;
  }

  /** So many bytes more, or less, wait for its receivers. */
  queue(account: Account, bytes: number): void {
    account.queuedBytes += bytes;
    this.#queuedBytes += bytes;
  }

  /** Whether no more may wait, of all accounts together. */
  get isQueueFull(): boolean {
    return this.#queuedBytes >= this.#limits.queuedBytesInAll;
  }

  /**
   * Whether a session for which `own` bytes wait has to give way: its account, or all together, have too many waiting, and
   * it is one of those that have more than their share of it.
   */
  isCrowdedOut({ queuedBytes, limits, sessions }: Account, own: number): boolean {
    if (own < KEEPS_UP_BYTES) return false;
    return (
      this.isQueueFull || (queuedBytes > limits.queuedBytes && own >= queuedBytes / Math.max(1, sessions))
    );
  }

  /** Forgets the accounts of which nothing is left. */
  sweep(): void {
    const now = this.#now();
    for (const [key, account] of this.#byKey) if (account.isIdle(now)) this.#byKey.delete(key);
  }
}
