export { monitoringFeature } from './feature.ts';
export type { JobState } from './jobs.ts';
export type { MessageLog, Scope } from './message-log.ts';
export { streamMessages } from './message-log-stream.ts';
export { createMessagesToWire } from './message-log-wire.ts';
export type { Monitoring } from './monitoring.ts';
export { toPortalCheck } from './monitoring-routes.ts';
