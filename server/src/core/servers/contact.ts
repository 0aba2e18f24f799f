import type { Timers } from '../../platform/clock.ts';
import type { DatabaseContact } from '../../platform/database-contact.ts';

/** Less than a row of `servers` is valid, so that this server stops before another takes over its work. */
const FENCED_AFTER_MS = 8_000;

/** Measures by the monotonic clock of this process when its row was renewed last (README.md). */
export function createContact(timers: Timers, patienceMs: number) {
  const lost = new Set<() => void>();
  const back = new Set<() => Promise<void>>();
  let renewed = timers.monotonic();
  let isOpen = true;
  let timer: Disposable | undefined;

  const isRecent = () => isOpen && timers.monotonic() - renewed < FENCED_AFTER_MS;

  /** Returns whether the contact is lost now. */
  function check(): boolean {
    if (!isOpen || isRecent()) return false;
    isOpen = false;
    const patience = Math.max(0, patienceMs - (timers.monotonic() - renewed));
    timer?.[Symbol.dispose]();
    timer = timers.setTimer(patience, () => {
      for (const listener of lost) listener();
    });
    return true;
  }

  return {
    port: {
      isRecent,
      onLost: (listener) => listen(lost, listener),
      onBack: (listener) => listen(back, listener),
    } satisfies DatabaseContact,
    check,
    isOpen: () => isOpen,
    /** Counts a renewal that began at this monotonic time. After a fence, nothing is delivered before all listeners ended. */
    async renewed(begun: number): Promise<void> {
      if (!isOpen) {
        timer?.[Symbol.dispose]();
        await Promise.all([...back].map((listener) => listener()));
        isOpen = true;
      }
      renewed = begun;
    },
    /** Calls `run` when the contact would be lost without another renewal. */
    watch(run: () => void): void {
      timer?.[Symbol.dispose]();
      timer = timers.setTimer(FENCED_AFTER_MS, run);
    },
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
}

function listen<Listener>(listeners: Set<Listener>, listener: Listener): Disposable {
  listeners.add(listener);
  return { [Symbol.dispose]: () => listeners.delete(listener) };
}
