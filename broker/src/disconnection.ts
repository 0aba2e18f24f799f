/** How a connection ended. */
export type Disconnection = {
  readonly reason: CloseReason;
  /** The exact error, if the client caused it. */
  readonly detail?: string;
};

/** Why a connection ended, as the metrics count it. */
export type CloseReason =
  | 'client'
  | 'gone'
  | 'protocol'
  | 'limit'
  | 'connect_timeout'
  | 'packet_timeout'
  | 'tls'
  | 'network_limit'
  | 'account_limit'
  | 'reconnects'
  | 'keep_alive'
  | 'slow'
  | 'refused'
  | 'version'
  | 'unavailable'
  | 'failed'
  | 'taken_over'
  | 'ended'
  | 'stopping';
