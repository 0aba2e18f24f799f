/**
 * A network counts as this many accounts: thousands of people may share a carrier's NAT, and so may a flood.
 */
export const ACCOUNTS_PER_NETWORK = 4;

export type Work = { readonly start: () => void; startedAt: number; hasEnded: boolean };
/** `ready` holds its accounts with waiting requests, the least recently served first. */
export type Network = {
  readonly name: string;
  readonly ready: Set<Account>;
  readonly running: Set<Work>;
  size: number;
};
export type Account = {
  readonly name: string;
  /**
   * The network of its first waiting request. An account with requests from several networks still has one
   * share.
   */
  readonly network: Network;
  readonly waiting: Work[];
  readonly running: Set<Work>;
};

export type WaitingRequests = ReturnType<typeof createWaitingRequests>;

/** Stores the waiting and the running requests of accounts, and the networks from which they come. */
export function createWaitingRequests(maxWaiting: number) {
  const networks = new Map<string, Network>();
  const accounts = new Map<string, Account>();
  const ready = new Set<Network>();

  /** Starts the first waiting request of an account. */
  function startOne(account: Account, at: number): void {
    const { network, waiting, running } = account;
    const work = waiting.shift();
    if (waiting.length === 0) network.ready.delete(account);
    if (network.ready.size === 0) ready.delete(network);
    if (!work) return;
    network.size -= 1;
    if (!work.hasEnded) {
      work.startedAt = at;
      running.add(work);
      network.running.add(work);
    }
    work.start();
    forgetIdle(account);
  }

  function forgetIdle({ name, network, waiting, running }: Account): void {
    if (waiting.length === 0 && running.size === 0) accounts.delete(name);
    if (network.size > 0 || network.running.size > 0) return;
    if (networks.get(network.name) === network) networks.delete(network.name);
  }

  return {
    /** Networks with waiting requests, the least recently served first. */
    ready,
    startOne,

    /**
     * Queues `start`. Returns a function that ends the request and returns whether others of its network are
     * waiting; undefined when too many are waiting.
     */
    add(networkName: string, name: string, start: () => void): (() => boolean) | undefined {
      const account =
        accounts.get(name) ?? newAccount(name, networks.get(networkName) ?? newNetwork(networkName));
      const { network, waiting, running } = account;
      if (waiting.length >= maxWaiting || network.size >= maxWaiting * ACCOUNTS_PER_NETWORK) return undefined;
      if (!accounts.has(name)) networks.set(network.name, network);
      accounts.set(name, account);
      const work: Work = { start, startedAt: 0, hasEnded: false };
      waiting.push(work);
      network.size += 1;
      network.ready.add(account);
      ready.add(network);
      return () => {
        work.hasEnded = true;
        running.delete(work);
        network.running.delete(work);
        if (accounts.get(name) === account) forgetIdle(account);
        return network.size > 0;
      };
    },
  };
}

const newNetwork = (name: string): Network => ({ name, ready: new Set(), running: new Set(), size: 0 });

const newAccount = (name: string, network: Network): Account => ({
  name,
  network,
  waiting: [],
  running: new Set(),
});
