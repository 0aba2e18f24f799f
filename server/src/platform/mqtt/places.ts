import { networkOf } from '../network.ts';
import type { CloseReason } from './context.ts';
import type { BrokerLimits } from './limits.ts';

type Network = { sockets: number; waiting: number };

/** The place of one socket, from its accept to its end. */
export type Place = {
  /** It waits no longer: its client was let in. */
  seat(): void;
  release(): void;
};

/**
 * Counts sockets from their accept: all of them, those of each network, and those of each network whose client was not
 * let in yet.
 */
export class Places {
  readonly #limits: BrokerLimits;
  readonly #isUncounted: (address: string) => boolean;
  readonly #networks = new Map<string, Network>();
  #sockets = 0;

  constructor(limits: BrokerLimits, isUncounted: (address: string) => boolean) {
    this.#limits = limits;
    this.#isUncounted = isUncounted;
  }

  /** Returns the reason instead when there is no place left. */
  take(address: string): Place | CloseReason {
    if (this.#sockets >= this.#limits.connections) return 'unavailable';
    const key = this.#isUncounted(address) ? undefined : networkOf(address);
    const network = this.#networks.get(key ?? '') ?? { sockets: 0, waiting: 0 };
    const { networkConnections, networkWaiting } = this.#limits;
    if (network.sockets >= networkConnections || network.waiting >= networkWaiting) return 'network_limit';
    if (key !== undefined) this.#networks.set(key, network);
    this.#sockets += 1;
    network.sockets += 1;
    network.waiting += 1;
    return this.#place(key, network);
  }

  #place(key: string | undefined, network: Network): Place {
    let isWaiting = true;
    let isReleased = false;
    const seat = () => {
      if (isWaiting) network.waiting -= 1;
      isWaiting = false;
    };
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      seat();
      this.#sockets -= 1;
      network.sockets -= 1;
      if (key !== undefined && network.sockets === 0) this.#networks.delete(key);
    };
    return { seat, release };
  }
}
