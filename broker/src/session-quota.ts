import type { Account } from './accounts.ts';
import type { Budget } from './budget.ts';
import type { BrokerContext } from './context.ts';
import { Rate } from './rate.ts';

/**
 * The cost of a packet that is answered from memory. It is not 0, because a flood of them keeps the process
 * busy.
 */
export const SMALL_COST = 0.1;
/** The cost of a page of stored values, which takes the storage about a millisecond. */
export const PAGE_COST = 10;
/** The cost of a message. Reading a large one takes time however it is answered. */
const MESSAGE_COST = 1;
const BYTES_PER_COST = 4 * 1024;

/**
 * Limits what one session uses of the server: alone, together with its account, and together with all others.
 */
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

  /** Charges for a message that arrived. */
  chargeMessage(payload: Buffer): void {
    this.charge(MESSAGE_COST + Math.floor(payload.length / BYTES_PER_COST));
  }

  /** Corrects that when it is known what the message cost. */
  correctMessage(cost = MESSAGE_COST): void {
    if (cost !== MESSAGE_COST) this.charge(cost - MESSAGE_COST);
  }

  /** Milliseconds until the session may be charged again. */
  get waitMs(): number {
    const now = this.#context.now();
    return Math.max(this.#rate.waitMs(now), this.#account.rate.waitMs(now));
  }

  /**
   * The exhausted budget of bytes in processing, because of which the socket is not read. An account without
   * any such bytes is not stopped by others.
   */
  get exhausted(): Budget | undefined {
    const { inbound } = this.#account;
    if (inbound.isExhausted) return inbound;
    const inAll = this.#context.accounts.inbound;
    return inAll.isExhausted && inbound.used > 0 ? inAll : undefined;
  }

  /** Calls `wake` when the exhausted budget has room again. Does nothing when no budget is exhausted. */
  waitForRoom(wake: () => void): void {
    this.exhausted?.wait(wake);
  }

  stopWaiting(wake: () => void): void {
    this.#account.inbound.stopWaiting(wake);
    this.#context.accounts.inbound.stopWaiting(wake);
  }

  /** Adds bytes to the receiver's queue; a negative number removes them. */
  queue(bytes: number): void {
    this.#context.accounts.queue(this.#account, bytes);
  }

  /** Returns what to do with a message for the session, given its bytes queued and in flight. */
  verdict(queued: number, inFlight: number, qos: number): 'send' | 'drop' | 'close' {
    const { limits, accounts } = this.#context;
    const isCrowdedOut = accounts.isCrowdedOut(this.#account, queued + inFlight);
    if (qos === 0) return queued > limits.queuedBytes || isCrowdedOut ? 'drop' : 'send';
    return queued > 2 * limits.queuedBytes || isCrowdedOut ? 'close' : 'send';
  }
}
