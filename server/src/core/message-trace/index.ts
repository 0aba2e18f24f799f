export {
  createMessageTrace,
  type MessageTrace,
  type Party,
  type Reason,
  type Told,
  type TraceEntry,
  type Via,
} from './message-trace.ts';
