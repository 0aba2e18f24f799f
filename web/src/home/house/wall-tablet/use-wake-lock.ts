import { useEffect } from 'react';

/**
 * Keeps the screen on, where browsers can. The browser releases the lock when the page is hidden, so it is
 * requested again (W3C Screen Wake Lock, "Handling document visibility changes").
 */
export function useWakeLock(): void {
  useEffect(() => {
    const over = new AbortController();
    let lock: WakeLockSentinel | undefined;
    const request = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      // The browser refuses it to save its battery; the tablet then turns its screen off as it is set.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (over.signal.aborted) await lock?.release();
    };
    document.addEventListener('visibilitychange', () => void request(), { signal: over.signal });
    void request();
    return () => {
      over.abort();
      void lock?.release();
    };
  }, []);
}
