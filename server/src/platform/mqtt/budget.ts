/** Bytes that are in use, of which those who add to them may have to wait until some are given back. */
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

  /** Wakes those who wait, in the order in which they began to, for as long as there is room. */
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
