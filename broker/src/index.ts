export type { AccountLimits } from './accounts.ts';
export type {
  Broker,
  BrokerRules,
  Credentials,
  InboundMessage,
  MqttSession,
  Snapshot,
  Taken,
} from './broker.ts';
export { type BrokerSettings, createBroker } from './create-broker.ts';
export type { CloseReason, Disconnection } from './disconnection.ts';
export { type BrokerLimits, defaultLimits } from './limits.ts';
export { attachWebSocket, type Listener, listenTcp, listenTls } from './listen.ts';
export { type Proxies, withProxyHeaders } from './proxy-header.ts';
export { covers, isValidFilter, isValidTopicName, matchesFilter } from './topic-filter.ts';
