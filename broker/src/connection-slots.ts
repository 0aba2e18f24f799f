import type { CloseReason } from './disconnection.ts';
import type { BrokerLimits } from './limits.ts';
import { createConnectRate, type Rate } from './rate.ts';

type Network = { sockets: number; waiting: number; readonly connects: Rate };

/** The slot of one socket, from its accept to its end. */
export type ConnectionSlot = {
  /** Called when the client has authenticated. */
  seat(): void;
  release(): void;
};

/**
 * Counts accepted sockets: in total, per network, and per network before authentication. A network that opened
 * too many is refused until its token bucket has refilled.
 */
export class ConnectionSlots {
  readonly #limits: BrokerLimits;
  readonly #networkKey: (address: string) => string | undefined;
  readonly #now: () => number;
  readonly #networks = new Map<string, Network>();
  #sockets = 0;

  constructor(limits: BrokerLimits, networkKey: (address: string) => string | undefined, now: () => number) {
    this.#limits = limits;
    this.#networkKey = networkKey;
    this.#now = now;
  }

  /** Takes a slot. Returns the reason instead when a limit is reached. */
  take(address: string): ConnectionSlot | CloseReason {
    if (this.#sockets >= this.#limits.connections) return 'unavailable';
    const key = this.#networkKey(address);
    const network = key === undefined ? undefined : this.#network(key);
    const refusal = network && this.#refusal(network);
    if (refusal) return refusal;
    this.#sockets += 1;
    if (network) {
      network.sockets += 1;
      network.waiting += 1;
      network.connects.take(1, this.#now());
    }
    return this.#slot(network);
  }

  /** Removes networks that hold no state. */
  sweep(): void {
    const now = this.#now();
    for (const [key, { sockets, connects }] of this.#networks)
      if (sockets === 0 && connects.isFull(now)) this.#networks.delete(key);
  }

  #network(key: string): Network {
    const known = this.#networks.get(key);
    if (known) return known;
    const { networkConnections, reconnectMs } = this.#limits;
    const connects = createConnectRate(networkConnections, reconnectMs, this.#now());
    const network = { sockets: 0, waiting: 0, connects };
    this.#networks.set(key, network);
    return network;
  }

  #refusal({ sockets, waiting, connects }: Network): CloseReason | undefined {
    const { networkConnections, networkWaiting } = this.#limits;
    if (sockets >= networkConnections || waiting >= networkWaiting) return 'network_limit';
    return connects.waitMs(this.#now()) > 0 ? 'reconnects' : undefined;
  }

  #slot(network: Network | undefined): ConnectionSlot {
    let isWaiting = true;
    let isReleased = false;
    const seat = () => {
      if (isWaiting && network) network.waiting -= 1;
      isWaiting = false;
    };
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      seat();
      this.#sockets -= 1;
      if (network) network.sockets -= 1;
    };
    return { seat, release };
  }
}
