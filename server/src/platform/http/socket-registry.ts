/** A socket that was accepted. */
export type Entry = {
  readonly destroy: () => void;
  /** Undefined for a trusted proxy, which speaks for many networks. */
  readonly network: string | undefined;
  /** Requests that were read in full and are not answered yet. */
  requests: number;
};

type Network = { sockets: number; readonly waiting: Set<Entry> };
type Limits = { max: number; maxPerNetwork: number };

export type SocketRegistry = ReturnType<typeof createSocketRegistry>;

/**
 * Counts sockets in all and by network. When there are too many, the one that has waited longest for a whole request is
 * closed in favour of the new one: half-sent requests and idle connections only push each other out, and a network that
 * holds its share does not keep its own people out.
 */
export function createSocketRegistry({ max, maxPerNetwork }: Limits) {
  const networks = new Map<string, Network>();
  const entries = new Set<Entry>();
  /** Those without a request, in the order in which they fell idle. */
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
    /** Undefined when there is no room: all sockets that could make some are in use. */
    add(network: string | undefined, destroy: () => void): Entry | undefined {
      if (!isRoomFor(network)) return undefined;
      const entry: Entry = { destroy, network, requests: 0 };
      entries.add(entry);
      waiting.add(entry);
      if (network === undefined) return entry;
      const known = networks.get(network) ?? { sockets: 0, waiting: new Set() };
      known.sockets += 1;
      known.waiting.add(entry);
      networks.set(network, known);
      return entry;
    },
    remove,
    /** A whole request has arrived: the socket is not closed before its answer. */
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
