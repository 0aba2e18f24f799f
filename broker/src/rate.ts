/** A token bucket. `take` always succeeds and may leave it negative; `waitMs` then says how long to wait. */
export class Rate {
  readonly #perMs: number;
  readonly #burst: number;
  #left: number;
  #at: number;

  constructor(perSecond: number, burst: number, now: number) {
    this.#perMs = perSecond / 1000;
    this.#burst = burst;
    this.#left = burst;
    this.#at = now;
  }

  take(cost: number, now: number): void {
    this.#refill(now);
    this.#left -= cost;
  }

  /** Returns the milliseconds until the next `take` is allowed; 0 means now. */
  waitMs(now: number): number {
    if (this.#left > 0) return 0;
    this.#refill(now);
    return this.#left > 0 ? 0 : Math.ceil((1 - this.#left) / this.#perMs);
  }

  isFull(now: number): boolean {
    this.#refill(now);
    return this.#left === this.#burst;
  }

  #refill(now: number): void {
    this.#left = Math.min(this.#burst, this.#left + (now - this.#at) * this.#perMs);
    this.#at = now;
  }
}

/**
 * Added to each bucket, for a network or an account with few connections: a weak signal ends them many times.
 */
const MIN_CONNECTS = 60;

/**
 * Creates a token bucket for new connections of a client that may hold `connections` at once. All of them and
 * some more may reconnect together, as they do after an outage, and as many again in each `reconnectMs`.
 */
export function createConnectRate(connections: number, reconnectMs: number, now: number): Rate {
  const burst = connections + MIN_CONNECTS;
  return new Rate((burst * 1000) / reconnectMs, burst, now);
}
