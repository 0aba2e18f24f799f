/** An accepted socket. */
export type Entry = {
  readonly destroy: () => void;
  /** Undefined for a trusted proxy, behind which are many networks. */
  readonly network: string | undefined;
  /** Number of requests that were read in full and have no response yet. */
  requests: number;
};

type Network = { sockets: number; readonly waiting: Set<Entry> };
type Limits = { max: number; maxPerNetwork: number };

export type SocketRegistry = ReturnType<typeof createSocketRegistry>;

/**
 * Counts all sockets and those of each network. When there are too many, the socket that has been without a
 * complete request the longest is closed in favour of the new one. So half-sent requests and idle connections
 * only displace each other, and a network at its limit can still open connections.
 */
export function createSocketRegistry({ max, maxPerNetwork }: Limits) {
  const networks = new Map<string, Network>();
  const entries = new Set<Entry>();
  /** Sockets without a request, in the order in which they became idle. */
  const waiting = new Set<Entry>();

  const networkOf = ({ network }: Entry) => (network === undefined ? undefined : networks.get(network));

  function remove(entry: Entry): void {
    if (!entries.delete(entry)) return;
    waiting.delete(entry);
    const network = networkOf(entry);
    if (!network) return;
    network.waiting.delete(entry);
    network.sockets -= 1;
    if (network.sockets === 0 && entry.network !== undefined) networks.delete(entry.network);
  }

  function evict([oldest]: Set<Entry>): boolean {
    if (!oldest) return false;
    remove(oldest);
    oldest.destroy();
    return true;
  }

  function isRoomFor(name: string | undefined): boolean {
    const network = name === undefined ? undefined : networks.get(name);
    if (network && network.sockets >= maxPerNetwork) return evict(network.waiting);
    return entries.size < max || evict(waiting);
  }

  return {
    /**
     * Adds a socket. Returns undefined when the limit is reached and all sockets that could be closed are in
     * use.
     */
    add(network: string | undefined, destroy: () => void): Entry | undefined {
      if (!isRoomFor(network)) return undefined;
      const entry: Entry = { destroy, network, requests: 0 };
      entries.add(entry);
      waiting.add(entry);
      if (network === undefined) return entry;
      addTo(networks, network, entry);
      return entry;
    },
    remove,
    /** Marks a socket as in use: a complete request has arrived, so it is not closed before the response. */
    begin(entry: Entry): void {
      entry.requests += 1;
      waiting.delete(entry);
      networkOf(entry)?.waiting.delete(entry);
    },
    end(entry: Entry): void {
      entry.requests = Math.max(0, entry.requests - 1);
      if (entry.requests > 0 || !entries.has(entry)) return;
      waiting.add(entry);
      networkOf(entry)?.waiting.add(entry);
    },
  };
}

function addTo(networks: Map<string, Network>, name: string, entry: Entry): void {
  const network = networks.get(name) ?? { sockets: 0, waiting: new Set() };
  network.sockets += 1;
  network.waiting.add(entry);
  networks.set(name, network);
}
