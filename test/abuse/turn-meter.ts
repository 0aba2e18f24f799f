type Usage = ReturnType<typeof process.threadCpuUsage>;

/**
 * Measures how much processor time the turns of the event loop take. Other programs of the machine do not
 * count, unlike in measurements of elapsed time.
 */
export function meterTurns() {
  let longest = 0;
  let last = process.threadCpuUsage();
  let isRunning = true;
  const turn = (): void => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, millisecondsBetween(last, now));
    last = now;
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    /** Returns the longest turn since the last call, in milliseconds. */
    take(): number {
      const taken = longest;
      longest = 0;
      return taken;
    },
    [Symbol.dispose]() {
      isRunning = false;
    },
  };
}

/** Returns the processor time of `work`, in milliseconds. */
export function processorTimeOf(work: () => void): number {
  const start = process.threadCpuUsage();
  work();
  return millisecondsBetween(start, process.threadCpuUsage());
}

const millisecondsBetween = (from: Usage, to: Usage): number =>
  (to.user + to.system - from.user - from.system) / 1000;
