/**
 * Resolves after `ms`. A command is a separate process: it waits in real time, and nothing else may keep it running
 * meanwhile, as the timers of the clock port do not.
 */
export { setTimeout as wait } from 'node:timers/promises';

/** Returns a signal that is aborted after `ms`. */
export const deadline = (ms: number): AbortSignal => AbortSignal.timeout(ms);
