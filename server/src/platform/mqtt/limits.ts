const KB = 1024;
const MB = 1024 * KB;

/** What one client may take from the others. Each has the reason why it is there. */
export type BrokerLimits = typeof defaultLimits;

export const defaultLimits = {
  /** Sockets of this process: each takes memory and a file descriptor. */
  connections: 20_000,
  /** Of one network (/24 of IPv4, /64 of IPv6): one address cannot take all places. A carrier's NAT is many phones. */
  networkConnections: 2_000,
  /** Of these, sockets whose client was not let in yet: they cost a handshake, and belong to nobody. */
  networkWaiting: 500,
  /**
   * How long it takes until a network may open as many connections again as it may hold, and an account as many sessions:
   * each connection costs a handshake and a sign-in, which many short ones would multiply.
   */
  reconnectMs: 120_000,
  /** CONNECT must be here by then, counted from the accept: an idle socket costs memory and belongs to nobody (MQTT-3.1.4-1, not normative). */
  connectMs: 10_000,
  /**
   * A packet that was begun must be here after this long, and what its length takes at 320 kbit/s: one that never ends
   * holds its memory, and a keep alive of 0 has no other deadline.
   */
  packetMs: 10_000,
  packetBytesPerMs: 40,
  /** The declared length decides, before a byte of it is kept. A value is a few hundred bytes, a grant a few more. */
  packetBytes: 256 * KB,
  /** Of CONNECT: who has not signed in may take a token and a will, and no more. */
  connectBytes: 16 * KB,
  /** Matching costs by level; the longest topic of the contract has eleven. */
  topicBytes: 1024,
  topicLevels: 32,
  /** Every delivery is matched against each of them; known clients have two. */
  subscriptions: 100,
  /** Messages, and their bytes, that one session has under way; then its socket is not read. Bounds memory. */
  inboundMessages: 1_000,
  inboundBytes: MB,
  /** The same bytes of all accounts. An account with none of them is always read. */
  inboundBytesInAll: 64 * MB,
  /** Identifiers of QoS 2 that wait for PUBREL; more of them closes, since only reading further could free one. */
  unreleased: 1_000,
  /** Messages of QoS 1 and 2, and their bytes, that wait for the receiver's acknowledgement; the rest is queued. */
  outboundWindow: 100,
  outboundWindowBytes: 256 * KB,
  /** Bytes that wait for a slow receiver. Past them QoS 0 is dropped, past twice of them the session is closed. */
  queuedBytes: 4 * MB,
  /** Of all accounts: past them, who does not keep up gets nothing more. */
  queuedBytesInAll: 256 * MB,
  /** A receiver that does not take the next 64 KB within this time is gone, or too slow to ever catch up. */
  drainMs: 5_000,
  /** Messages and subscriptions a second and session: a phone reads its whole home at each refresh, a loop never ends. */
  rate: 1_000,
  burst: 2_000,
  /**
   * All sessions of one account together, unless the rules say otherwise of it: a hundred sessions must not take a hundred
   * times as much. Of too many sessions the newest is not let in; `rate`, `burst` and bytes as above.
   */
  account: { sessions: 200, rate: 1_000, burst: 2_000, inboundBytes: 4 * MB, queuedBytes: 16 * MB },
  /** How long, how many and how large sessions without connection (clean=false) are kept in this process. */
  keptMs: 600_000,
  keptPerKey: 10,
  keptInAll: 1_000,
  keptMessages: 1_000,
  keptBytes: 256 * KB,
  /**
   * A connection that trouble of the platform ends (a full disk, a lost database) is held, unread, for a random time up
   * to this long: known clients reconnect at once, and all together they would keep the platform from recovering.
   */
  troubleMs: 8_000,
  /** How often deadlines are looked at: one timer for all connections. */
  sweepMs: 500,
};
