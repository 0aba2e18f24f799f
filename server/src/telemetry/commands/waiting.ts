/** The requests of this process that wait for a command to be settled. */
export type Waiting = ReturnType<typeof createWaiting>;

type Waiter = { readonly until: number; readonly resolve: () => void };

export function createWaiting() {
  const waiters = new Map<string, Set<Waiter>>();
  let hasEnded = false;

  function settled(id: string): void {
    for (const { resolve } of waiters.get(id) ?? []) resolve();
    waiters.delete(id);
  }

  return {
    /** Resolves when the command is settled, at `until`, or when the server stops. */
    wait(id: string, until: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (hasEnded) resolve();
      else waiters.set(id, (waiters.get(id) ?? new Set()).add({ until, resolve }));
      return promise;
    },

    settled,

    /** Resolves the waiters whose time has passed. */
    release(now: number): void {
      for (const [id, ofCommand] of waiters) {
        for (const waiter of ofCommand) {
          if (waiter.until > now) continue;
          ofCommand.delete(waiter);
          waiter.resolve();
        }
        if (ofCommand.size === 0) waiters.delete(id);
      }
    },

    /** Resolves all waiters; later calls of `wait` resolve immediately. */
    end(): void {
      hasEnded = true;
      for (const id of waiters.keys()) settled(id);
    },
  };
}
