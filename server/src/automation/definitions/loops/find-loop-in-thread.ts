import { Worker } from 'node:worker_threads';
import type { LoopCheck, LoopHome } from '@azulejo/automations';
import type { Timers } from '../../../platform/clock.ts';
import { createLimiter } from '../../../platform/limiter.ts';

/** The compiler rewrites the extension in imports but not in `new URL`, so it is chosen here. */
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './loop-thread.ts' : './loop-thread.js',
  import.meta.url,
);

/** Searches that wait for the thread. A user has one at a time, because checks of an account run one after another. */
const MAX_WAITING = 50;
/** The slowest homes take 0.9 s; a busy machine takes longer. */
const MAX_MS = 5_000;

/** The result for a home whose search was aborted. */
const UNKNOWN: LoopCheck = { kind: 'possible', automations: [], isExhaustive: false };

export type LoopSearch = ReturnType<typeof createLoopSearch>;

/** Searches homes for loops, one after the other, in a thread that starts with the first and ends with the server. */
export function createLoopSearch(timers: Timers) {
  const enter = createLimiter({
    maxConcurrent: 1,
    maxWaiting: MAX_WAITING,
    maxWaitingPerKey: MAX_WAITING,
  });
  let thread: Worker | undefined;

  function startThread(): Worker {
    const started = new Worker(threadFile, { name: 'loops' });
    started.unref();
    // A search that waits rejects; the next one starts another thread.
    started.on('error', () => {
      if (thread === started) thread = undefined;
    });
    return started;
  }

  async function endThread(): Promise<void> {
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  }

  async function search(home: LoopHome): Promise<LoopCheck> {
    thread ??= startThread();
    const worker = thread;
    const { promise, resolve, reject } = Promise.withResolvers<LoopCheck>();
    // Under `node --watch` a thread also sends a message for each file that it loads.
    const answer = (message: { found?: LoopCheck }) => message.found && resolve(message.found);
    const fail = (error: Error) => reject(error);
    const exit = () => void reject(new Error('the search for loops was interrupted'));
    worker.on('message', answer).on('error', fail).on('exit', exit);
    using _timer = timers.setTimer(MAX_MS, () => resolve(UNKNOWN));
    try {
      worker.postMessage(home);
      const found = await promise;
      if (found === UNKNOWN) await endThread();
      return found;
    } finally {
      worker.off('message', answer).off('error', fail).off('exit', exit);
    }
  }

  return {
    /**
     * Returns the result of `findLoop`, or that a loop is possible when the search takes too long: loop protection
     * stops a loop that begins. Throws `unavailable` when too many wait.
     */
    find: (userId: string, home: LoopHome): Promise<LoopCheck> => enter(userId, () => search(home)),
    stop: endThread,
  };
}
