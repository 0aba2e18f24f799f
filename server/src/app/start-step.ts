import { withWriteLimit } from '@azulejo/storage';

/**
 * The time limit of a write at the start. Only the operator waits for it, and on an overloaded machine a slow start
 * is better than none.
 */
const START_WRITE_MS = 60_000;

/**
 * Runs a step of the start, whose writes may take longer than those of requests. A step must not listen: what
 * is called by a socket counts as part of the step that opened it.
 */
export const asStart = <T>(step: () => Promise<T>): Promise<T> => withWriteLimit(START_WRITE_MS, step);
