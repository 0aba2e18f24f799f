/**
 * Loads React's production build for component tests, before anything else does: the development build takes a fifth of
 * their processor time. It has no `act`, so that this file brings one:
 * 1. React's scheduler is replaced by a queue of tasks, and the microtasks that React queues are recorded.
 * 2. Left alone, both run as in a browser, a task for each turn of the event loop.
 * 3. `act` runs tasks and microtasks until nothing is left, if its function caused any: between the events `input` and
 *    `change` of a list, a rendering that had waited for its turn would put the former choice back.
 */
import { createRequire } from 'node:module';

type Work = (didTimeout: boolean) => unknown;
type Task = { work: Work | undefined; readonly priority: number };
type Act = (callback: () => unknown) => PromiseLike<unknown>;
type Factory = (type: unknown, props: unknown, key?: unknown) => unknown;

const NORMAL_PRIORITY = 3;
const loadModule = createRequire(import.meta.url);
// Tests may replace the timers later.
const { queueMicrotask: queueLater, setImmediate: nextTurn } = globalThis;

function createScheduler() {
  const tasks: Task[] = [];
  let scheduled = 0;
  let current = NORMAL_PRIORITY;
  let isWaiting = false;

  function run(task: Task): void {
    const { work, priority } = task;
    task.work = undefined;
    const before = current;
    current = priority;
    try {
      const rest = work?.(true);
      if (typeof rest === 'function') tasks.push(Object.assign(task, { work: rest as Work }));
    } finally {
      current = before;
    }
  }

  /** Runs the most urgent task, the oldest first. Returns whether there was one. */
  function runNext(): boolean {
    const [first, ...others] = tasks;
    if (!first) return false;
    const next = others.reduce((one, other) => (other.priority < one.priority ? other : one), first);
    tasks.splice(tasks.indexOf(next), 1);
    run(next);
    return true;
  }

  function wait(): void {
    if (isWaiting) return;
    isWaiting = true;
    nextTurn(() => {
      isWaiting = false;
      try {
        runNext();
      } finally {
        if (tasks.length > 0) wait();
      }
    });
  }

  return {
    runNext,
    /** Returns how many tasks were scheduled so far. */
    count: () => scheduled,
    exports: {
      unstable_scheduleCallback(priority: number, work: Work): Task {
        const task = { work, priority };
        scheduled += 1;
        tasks.push(task);
        wait();
        return task;
      },
      unstable_cancelCallback: (task: Task) => Object.assign(task, { work: undefined }),
      unstable_shouldYield: () => false,
      unstable_getCurrentPriorityLevel: () => current,
    },
  };
}

function createMicrotasks() {
  const waiting = new Set<() => void>();
  let queued = 0;
  const run = (work: () => void): boolean => {
    const isWaiting = waiting.delete(work);
    if (isWaiting) work();
    return isWaiting;
  };
  return {
    runNext: () => [...waiting].slice(0, 1).some(run),
    /** Returns how many microtasks were queued so far. */
    count: () => queued,
    queue: (work: () => void) => {
      queued += 1;
      waiting.add(work);
      queueLater(() => void run(work));
    },
  };
}

/** What React has scheduled: runs the next part of it, and counts all parts. */
type Causes = { readonly runNext: () => boolean; readonly count: () => number };

/** Creates `act`. The result is always thenable, as React's is. */
function createAct({ runNext, count }: Causes): Act {
  const settle = () => {
    for (let isDone = false; !isDone; ) isDone = !runNext();
  };
  return (callback) => {
    const before = count();
    const result = callback();
    if (result instanceof Object && 'then' in result) {
      return Promise.resolve(result).then(async (value) => {
        settle();
        await new Promise((resolve) => nextTurn(resolve));
        settle();
        return value;
      });
    }
    if (count() > before) settle();
    return Promise.resolve(result);
  };
}

function loadProductionReact(react: { act?: Act }): void {
  const scheduler = createScheduler();
  const microtasks = createMicrotasks();
  Object.assign(loadModule('scheduler'), scheduler.exports);
  globalThis.queueMicrotask = microtasks.queue;
  // It takes the functions above when it is loaded.
  loadModule('react-dom/client');
  globalThis.queueMicrotask = queueLater;
  const { jsx, jsxs } = loadModule('react/jsx-runtime') as { jsx: Factory; jsxs: Factory };
  Object.assign(loadModule('react/jsx-dev-runtime'), {
    jsxDEV: (type: unknown, props: unknown, key: unknown, isStatic: boolean) =>
      (isStatic ? jsxs : jsx)(type, props, key),
  });
  react.act = createAct({
    runNext: () => microtasks.runNext() || scheduler.runNext(),
    count: () => microtasks.count() + scheduler.count(),
  });
}

const environment = process.env['NODE_ENV'];
process.env['NODE_ENV'] = 'production';
const react = loadModule('react') as { act?: Act };
// The test files of a worker share it.
if (react.act === undefined) loadProductionReact(react);
process.env['NODE_ENV'] = environment;
