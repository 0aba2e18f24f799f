const KB = 1024;
const MB = 1024 * KB;

/** What one client may take from the others. Each has the reason why it is there. */
export type BrokerLimits = typeof defaultLimits;

export const defaultLimits = {
  /** Sockets of this process: each takes memory and a file descriptor. */
  connections: 20_000,
  /** CONNECT must be here by then: an idle socket costs memory and belongs to nobody (MQTT-3.1.4-1, not normative). */
  connectMs: 10_000,
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
  /** Identifiers of QoS 2 that wait for PUBREL; more of them closes, since only reading further could free one. */
  unreleased: 1_000,
  /** Messages of QoS 1 and 2, and their bytes, that wait for the receiver's acknowledgement; the rest is queued. */
  outboundWindow: 100,
  outboundWindowBytes: 256 * KB,
  /** Bytes that wait for a slow receiver. Past them QoS 0 is dropped, past twice of them the session is closed. */
  queuedBytes: 4 * MB,
  /** A receiver that does not take the next 64 KB within this time is gone, or too slow to ever catch up. */
  drainMs: 5_000,
  /** Messages and subscriptions a second and session: a phone reads its whole home at each refresh, a loop never ends. */
  rate: 1_000,
  burst: 2_000,
  /** How long, how many and how large sessions without connection (clean=false) are kept in this process. */
  keptMs: 600_000,
  keptPerKey: 10,
  keptInAll: 1_000,
  keptMessages: 1_000,
  keptBytes: 256 * KB,
  /** How often deadlines are looked at: one timer for all connections. */
  sweepMs: 500,
};
