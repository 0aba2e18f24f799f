import { performance } from 'node:perf_hooks';

const MEGABYTE = 1_000_000;
/** How much more than after the last collection is held before it is worth a pause. */
const MIN_GROWTH = 24 * MEGABYTE;
/** The share of an interval in which an event loop that has nothing urgent to do works. */
const MAX_CALM = 0.2;
/** Time between two collections: what is held again so soon, the server needs. */
const PAUSE_MS = 10 * 60_000;
/** Time between two checks. */
export const CHECK_INTERVAL_MS = 5_000;

/** The process, as far as its memory is concerned. */
export type MeasuredProcess = {
  /** Returns the resident memory in bytes. */
  memory(): number;
  /** Returns the share of the time since the last call in which the event loop worked, from 0 to 1. */
  busy(): number;
  /** Returns monotonic milliseconds. */
  monotonic(): number;
  /** Collects all garbage, and returns free pages to the system. */
  collect(): void;
};

/**
 * Returns to the system what the start left, and returns what looks, at an interval, whether later work left much:
 * the templates of 300 devices at once, for example. V8 would hold the empty pages until it needs them, which a
 * calm server never does. A collection stops everything for about 0.1 s, so it is done only when nothing else
 * is, and rarely. Memory that it does not return is in use, and is no reason for another one.
 */
export function createMemoryRelease({ collect, memory, busy, monotonic }: MeasuredProcess): () => void {
  let notBefore = Number.NEGATIVE_INFINITY;
  collect();
  let held = memory();

  return function look(): void {
    const isCalm = busy() <= MAX_CALM;
    if (!isCalm || monotonic() < notBefore || memory() - held < MIN_GROWTH) return;
    collect();
    held = memory();
    notBefore = monotonic() + PAUSE_MS;
  };
}

/** Measures this process; undefined when the collector is not exposed, as start.cjs does. */
export function measureProcess(): MeasuredProcess | undefined {
  const { gc } = globalThis;
  if (!gc) return undefined;
  let before = performance.eventLoopUtilization();
  return {
    memory: () => process.memoryUsage.rss(),
    monotonic: () => performance.now(),
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
    busy: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
  };
}
