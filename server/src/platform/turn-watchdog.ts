/*
 * Finds what holds the event loop:
 * 1. Handlers of requests, MQTT messages and jobs are noted when they start.
 * 2. While handlers start, a timer runs, and is late after a long turn.
 * 3. The handler after whose start the longest time passed is reported; without one, work continued after a
 *    wait, and the handlers that are still running are reported.
 * A process has one event loop, so this state is of the process, whatever number of servers it runs.
 */

/** A turn that is longer delays everybody's requests noticeably. */
const MAX_TURN_MS = 50;
const CHECK_MS = 10;
/** The timer stops when nothing has started for this long, so that an idle server sleeps. */
const IDLE_MS = 5_000;
const MAX_NAMED = 5;

export type LongTurn = {
  readonly ms: number;
  /** Processor time of the turn; little when it waited for a file or when the machine was busy or asleep. */
  readonly cpuMs: number;
  /** Names the handler that held the loop, or up to five that were running. */
  readonly handlers: readonly string[];
};

type Listener = (turn: LongTurn) => void;
/** A running handler. It holds nothing but the name: what it held would outlive young garbage until the next check. */
type Work = { readonly name: string };

const listeners = new Set<Listener>();
const running = new Set<Work>();
/** Handlers that ended since the last check, one of which may have held the loop until its end. */
const ended: Work[] = [];
let checkedAt = 0;
let cpuAt = 0;
let startedAt = 0;
let current: string | undefined;
let slowest: { readonly name: string; readonly ms: number } | undefined;
let isTicking = false;

/** Reports long turns from now on, until it is disposed of. */
export function watchTurns(listener: Listener): Disposable {
  listeners.add(listener);
  return { [Symbol.dispose]: () => void listeners.delete(listener) };
}

/** Notes that a handler starts. Returns a function to call when it ends. */
export function beginWork(name: string): () => void {
  const work: Work = { name };
  running.add(work);
  noteStart(name);
  return () => {
    if (isTicking) ended.push(work);
    else running.delete(work);
  };
}

/** Notes that a handler goes on, when it is likely to take time. */
export const continueWork = (name: string): void => noteStart(name);

function noteStart(name: string): void {
  if (listeners.size === 0) return;
  const now = performance.now();
  closeCurrent(now);
  current = name;
  startedAt = now;
  if (isTicking) return;
  isTicking = true;
  checkedAt = now;
  cpuAt = cpuMs();
  setTimeout(check, CHECK_MS).unref();
}

/** Attributes the time since the last start to what started then. */
function closeCurrent(now: number): void {
  const ms = now - startedAt;
  if (current !== undefined && ms > (slowest?.ms ?? 0)) slowest = { name: current, ms };
}

function check(): void {
  const now = performance.now();
  const ms = now - checkedAt - CHECK_MS;
  if (ms > MAX_TURN_MS) {
    closeCurrent(now);
    const isOfStarted = slowest !== undefined && slowest.ms > MAX_TURN_MS / 2;
    const handlers =
      isOfStarted && slowest ? [slowest.name] : [...running].slice(-MAX_NAMED).map(({ name }) => name);
    for (const listener of listeners) listener({ ms, cpuMs: cpuMs() - cpuAt, handlers });
  }
  for (const work of ended.splice(0)) running.delete(work);
  current = undefined;
  slowest = undefined;
  isTicking = listeners.size > 0 && now - startedAt < IDLE_MS;
  if (!isTicking) return;
  checkedAt = now;
  cpuAt = cpuMs();
  setTimeout(check, CHECK_MS).unref();
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
