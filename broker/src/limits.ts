const KB = 1024;
const MB = 1024 * KB;

/** Limits that protect clients from each other. Each comment gives the reason for its limit. */
export type BrokerLimits = typeof defaultLimits;

export const defaultLimits = {
  /** Maximum number of sockets of this process: each takes memory and a file descriptor. */
  connections: 20_000,
  /**
   * Maximum number of sockets of one network (/24 of IPv4, /64 of IPv6), so that one address cannot take them
   * all. It is high because many phones share a carrier's NAT.
   */
  networkConnections: 2_000,
  /** Maximum number of these that have not authenticated yet: they cost a handshake and have no account. */
  networkWaiting: 500,
  /**
   * How long until a network may open as many connections again as it may hold, and an account as many
   * sessions. Each connection costs a handshake and a sign-in, which many short connections would multiply.
   */
  reconnectMs: 120_000,
  /**
   * How long after the accept CONNECT must have arrived: an idle socket costs memory and has no account
   * (MQTT-3.1.4-1, not normative).
   */
  connectMs: 10_000,
  /**
   * How long a packet may take to arrive, in addition to what its length takes at 320 kbit/s. A packet that
   * never ends holds its memory, and with a keep alive of 0 there is no other deadline.
   */
  packetMs: 10_000,
  packetBytesPerMs: 40,
  /**
   * Maximum size of a packet. Its declared length is checked before any of it is buffered. A value has a few
   * hundred bytes, a grant a few more.
   */
  packetBytes: 256 * KB,
  /**
   * Maximum size of CONNECT: a client that has not authenticated yet may send a token and a will, and no
   * more.
   */
  connectBytes: 16 * KB,
  /**
   * Maximum length and levels of a topic. Matching costs by level; the longest topic of the contract has
   * eleven.
   */
  topicBytes: 1024,
  topicLevels: 32,
  /**
   * Maximum number of subscriptions. Every delivery is matched against each of them; known clients have two.
   */
  subscriptions: 100,
  /**
   * Messages and bytes that one session may have in processing; beyond that its socket is not read. Bounds
   * memory.
   */
  inboundMessages: 1_000,
  inboundBytes: MB,
  /** The same bytes for all accounts together. An account without such bytes is always read. */
  inboundBytesInAll: 64 * MB,
  /**
   * Maximum number of QoS 2 identifiers that wait for PUBREL. One more closes the connection, because only
   * reading on could free one.
   */
  unreleased: 1_000,
  /** Maximum number and bytes of unacknowledged QoS 1 and 2 messages to a receiver. The rest is queued. */
  outboundWindow: 100,
  outboundWindowBytes: 256 * KB,
  /**
   * Bytes queued for a slow receiver. Beyond them QoS 0 is dropped; beyond twice as many the session is
   * closed.
   */
  queuedBytes: 4 * MB,
  /** The same for all accounts together. Beyond it, slow receivers get no more messages. */
  queuedBytesInAll: 256 * MB,
  /** A receiver that does not take the next 64 KB within this time is gone or too slow to ever catch up. */
  drainMs: 5_000,
  /**
   * Messages and subscriptions per second and session. A phone reads its whole home at each refresh; a client
   * in an endless loop is throttled.
   */
  rate: 1_000,
  burst: 2_000,
  /**
   * Limits of all sessions of one account together, unless the rules set others: a hundred sessions must not
   * use a hundred times as much. One session too many is refused; `rate`, `burst` and the bytes work as
   * above.
   */
  account: { sessions: 200, rate: 1_000, burst: 2_000, inboundBytes: 4 * MB, queuedBytes: 16 * MB },
  /**
   * How long, how many and how large sessions without a connection (clean=false) are kept in this process.
   */
  keptMs: 600_000,
  keptPerKey: 10,
  keptInAll: 1_000,
  keptMessages: 1_000,
  keptBytes: 256 * KB,
  /**
   * When the platform fails (a full disk, a lost database), a connection is held, unread, for a random time
   * up to this long. Known clients reconnect immediately, and all together they would keep the platform from
   * recovering.
   */
  troubleMs: 8_000,
  /** How often deadlines are checked, with one timer for all connections. */
  sweepMs: 500,
};
