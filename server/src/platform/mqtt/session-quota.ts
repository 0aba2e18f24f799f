import type { Account } from './accounts.ts';
import type { Budget } from './budget.ts';
import type { BrokerContext } from './context.ts';
import { Rate } from './rate.ts';

/** What one session may take of the server: by itself, together with its account, and together with all. */
export class SessionQuota {
  readonly #context: BrokerContext<unknown>;
  readonly #account: Account;
  readonly #rate: Rate;

  constructor(context: BrokerContext<unknown>, account: Account) {
    this.#context = context;
    this.#account = account;
    this.#rate = new Rate(context.limits.rate, context.limits.burst, context.now());
  }

  charge(cost: number): void {
    const now = this.#context.now();
    this.#rate.take(cost, now);
    this.#account.rate.take(cost, now);
  }

  /** Milliseconds until it may be charged again. */
  get waitMs(): number {
    const now = this.#context.now();
    return Math.max(this.#rate.waitMs(now), this.#account.rate.waitMs(now));
  }

  /** The budget of bytes under way for which its socket is not read. Who has none under way is not stopped by others. */
  get exhausted(): Budget | undefined {
    const { inbound } = this.#account;
    if (inbound.isExhausted) return inbound;
    const inAll = this.#context.accounts.inbound;
    return inAll.isExhausted && inbound.used > 0 ? inAll : undefined;
  }

  /** Calls `wake` when others have made room, if that is what it waits for. */
  waitForRoom(wake: () => void): void {
    this.exhausted?.wait(wake);
  }

  stopWaiting(wake: () => void): void {
    this.#account.inbound.stopWaiting(wake);
    this.#context.accounts.inbound.stopWaiting(wake);
  }

  /** So many bytes more, or less, wait for the receiver. */
  queue(bytes: number): void {
    this.#context.accounts.queue(this.#account, bytes);
  }

  /** What has to be done with a message for it when so many bytes wait, and so many are in flight. */
  verdict(queued: number, inFlight: number, qos: number): 'send' | 'drop' | 'close' {
    const { limits, accounts } = this.#context;
    const isCrowdedOut = accounts.isCrowdedOut(this.#account, queued + inFlight);
    if (qos === 0) return queued > limits.queuedBytes || isCrowdedOut ? 'drop' : 'send';
    return queued > 2 * limits.queuedBytes || isCrowdedOut ? 'close' : 'send';
  }
}
