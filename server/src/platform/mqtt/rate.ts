/** A bucket that time refills. It gives all that is asked for, and says afterwards how long to wait. */
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

  /** Milliseconds until it may be asked again; 0 is now. */
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

/** So many more, for a network or an account that may hold few: a weak signal ends a connection many times. */
const MIN_CONNECTS = 60;

/**
 * A bucket of connections, for who may hold so many at once: all of them, and some more, may come back together, as they
 * do after an outage; and as many again in each `reconnectMs`.
 */
export function createConnectRate(connections: number, reconnectMs: number, now: number): Rate {
  const burst = connections + MIN_CONNECTS;
  return new Rate((burst * 1000) / reconnectMs, burst, now);
}
