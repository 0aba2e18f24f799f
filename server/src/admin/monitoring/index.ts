export type { JobState } from './jobs.ts';
export { createMessageLog, type MessageLog, type Scope } from './message-log.ts';
export { streamMessages } from './message-log-stream.ts';
export { createMessagesToWire } from './message-log-wire.ts';
export { createMonitoring, type Monitoring } from './monitoring.ts';
export { monitoringHandlers, toPortalCheck } from './monitoring-routes.ts';
export { SAMPLE_MS } from './series.ts';
