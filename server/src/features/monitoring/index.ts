export { createMessageLog, type MessageLog, type Scope } from './message-log.ts';
export { streamMessages } from './message-log-stream.ts';
export { createMessagesToWire } from './message-log-wire.ts';
export { monitoringHandlers } from './monitoring-routes.ts';
