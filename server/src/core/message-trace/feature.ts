import type { Feature, Platform } from '../feature.ts';
import { createMessageTrace } from './message-trace.ts';

/** Shows observers every message between this server and its clients. */
export function messageTraceFeature({ clock, logger }: Platform) {
  return { api: { messageTrace: createMessageTrace({ clock, logger }) } } satisfies Feature;
}
