export { messageTraceFeature } from './feature.ts';
export type { MessageTrace, Party, Reason, TraceEntry, TraceRecord, Via } from './message-trace.ts';
