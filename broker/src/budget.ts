/** Counts bytes in use against a maximum. Callers check `isExhausted` and wait until bytes are given back. */
export class Budget {
  readonly #max: number;
  readonly #waiting = new Set<() => void>();
  #used = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get used(): number {
    return this.#used;
  }

  get isExhausted(): boolean {
    return this.#used >= this.#max;
  }

  add(bytes: number): void {
    this.#used += bytes;
  }

  /** Returns bytes to the budget and wakes waiters, first come, first served, while there is room. */
  giveBack(bytes: number): void {
    this.#used -= bytes;
    for (const wake of this.#waiting) {
      if (this.isExhausted) return;
      this.#waiting.delete(wake);
      wake();
    }
  }

  /** Calls `wake` once when there is room. */
  wait(wake: () => void): void {
    this.#waiting.add(wake);
  }

  stopWaiting(wake: () => void): void {
    this.#waiting.delete(wake);
  }
}
