export { messageTraceFeature } from './feature.ts';
export type {
  MessageTrace,
  Party,
  Reason,
  TracedLine,
  TraceEntry,
  TraceLine,
  TraceRecord,
  TraceScope,
  Via,
} from './message-trace.ts';
