import { withWriteLimit } from '@azulejo/storage';

/**
 * A write at the start may take this long. Nobody waits for it except the operator, whom a slow start on an
 * overloaded machine helps more than a refused one.
 */
const START_WRITE_MS = 60_000;

/**
 * Runs a step of the start, whose writes may take longer than those of requests. A step must not listen: what
 * is called by a socket counts as part of the step that opened it.
 */
export const asStart = <T>(step: () => Promise<T>): Promise<T> => withWriteLimit(START_WRITE_MS, step);
