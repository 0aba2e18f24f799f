import { Worker } from 'node:worker_threads';
import type { Timers } from '../../platform/clock.ts';
import type { PastEvent } from '../../telemetry/events/index.ts';
import type { ReplayResult } from './replay/replay.ts';
import type { ReplayTask } from './replay/task.ts';

export type ThreadRequest =
  | { readonly type: 'begin'; readonly tasks: readonly ReplayTask[] }
  | { readonly type: 'page'; readonly events: readonly PastEvent[] }
  | { readonly type: 'finish'; readonly to: number };

type Progress = { readonly at: number; readonly count: number };
export type ThreadReply = { readonly progress: Progress } | { readonly results: readonly ReplayResult[] };

/** How long an idle thread stays: the editor rehearses again at each change of a definition. */
const IDLE_MS = 30_000;
const MAX_IDLE = 2;
/** Bounds what a definition can make a thread remember. */
const MAX_MEMORY_MB = 256;

const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './rehearsal-thread.ts' : './rehearsal-thread.js',
  import.meta.url,
);

type Thread = ReturnType<typeof startThread>;

/** A thread for one caller. Disposing of it gives the thread back, or ends one that is still busy. */
export type Lease = Disposable & {
  begin(tasks: readonly ReplayTask[]): Promise<void>;
  /** Replays events, and returns how far the first definition got. */
  take(events: readonly PastEvent[]): Promise<Progress>;
  /** Lets time pass to the end, and returns the results in the order of the tasks. */
  finish(to: number): Promise<readonly ReplayResult[]>;
};

/** Keeps idle threads for the next caller. The callers limit how many they take. */
export function createThreads(timers: Timers) {
  const idle: { readonly thread: Thread; readonly timer: Disposable }[] = [];

  function takeThread(): Thread {
    const last = idle.pop();
    last?.timer[Symbol.dispose]();
    return last && !last.thread.hasEnded() ? last.thread : startThread();
  }

  function putBack(thread: Thread): void {
    if (thread.isBusy() || thread.hasEnded() || idle.length >= MAX_IDLE) {
      thread.end();
      return;
    }
    const timer = timers.setTimer(IDLE_MS, () => {
      idle.splice(idle.indexOf(entry), 1);
      thread.end();
    });
    const entry = { thread, timer };
    idle.push(entry);
  }

  return {
    /** Takes a thread, until the caller returns it or `signal` aborts its work. */
    lease(signal: AbortSignal): Lease {
      signal.throwIfAborted();
      return leaseOf(takeThread(), putBack, signal);
    },
    /** Ends the idle threads. */
    close(): void {
      for (const { thread, timer } of idle.splice(0)) {
        timer[Symbol.dispose]();
        thread.end();
      }
    },
  };
}

function leaseOf(thread: Thread, putBack: (thread: Thread) => void, signal: AbortSignal): Lease {
  let isReturned = false;
  const ask = async (request: ThreadRequest) => {
    if (isReturned) throw new Error('the thread was given back');
    return thread.ask(request);
  };
  const giveBack = () => {
    if (!isReturned) putBack(thread);
    isReturned = true;
  };
  signal.addEventListener('abort', giveBack, { once: true });
  return {
    async begin(tasks) {
      await ask({ type: 'begin', tasks });
    },
    async take(events) {
      const reply = await ask({ type: 'page', events });
      return 'progress' in reply ? reply.progress : { at: 0, count: 0 };
    },
    async finish(to) {
      const reply = await ask({ type: 'finish', to });
      return 'results' in reply ? reply.results : [];
    },
    [Symbol.dispose]() {
      signal.removeEventListener('abort', giveBack);
      giveBack();
    },
  };
}

function startThread() {
  const worker = new Worker(threadFile, {
    name: 'rehearsal',
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  // An idle thread does not keep the process running.
  worker.unref();
  let pending: PromiseWithResolvers<ThreadReply> | undefined;
  let failure: Error | undefined;

  function fail(error: Error): void {
    failure ??= error;
    pending?.reject(failure);
    pending = undefined;
  }
  worker.on('message', (reply: ThreadReply) => {
    worker.unref();
    pending?.resolve(reply);
    pending = undefined;
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread of a rehearsal ended')));

  return {
    isBusy: () => pending !== undefined,
    hasEnded: () => failure !== undefined,
    async ask(request: ThreadRequest): Promise<ThreadReply> {
      if (failure) throw failure;
      pending = Promise.withResolvers();
      const { promise } = pending;
      worker.ref();
      worker.postMessage(request);
      return promise;
    },
    end(): void {
      fail(new Error('the rehearsal was cancelled'));
      void worker.terminate();
    },
  };
}
