const MIN_INTERVAL_MS = 10_000;
/** Random jitter of the same length, so that the pages of many people do not poll at once. */
const JITTER_MS = 10_000;

type Options = {
  /** Reads the lists again, which costs a 304 while nothing changed, and compares them with those shown. */
  readonly isCurrent: () => Promise<boolean>;
  readonly onChanged: () => Promise<void>;
  readonly signal: AbortSignal;
};

/**
 * Polls for changes of the arrangement, which the live connection does not carry: what another tab, a phone
 * or the portal renamed, moved, added or removed. Pauses while the page is hidden.
 */
export function followArrangement({ isCurrent, onChanged, signal }: Options): void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule = () => {
    clearTimeout(timer);
    if (signal.aborted || document.visibilityState === 'hidden') return;
    timer = setTimeout(() => void poll(), MIN_INTERVAL_MS + Math.random() * JITTER_MS);
  };

  async function poll(): Promise<void> {
    try {
      if (!(await isCurrent()) && !signal.aborted) await onChanged();
    } catch {
      // The connection shows the problem; the next poll is soon enough.
    }
    schedule();
  }

  document.addEventListener('visibilitychange', schedule, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  schedule();
}
