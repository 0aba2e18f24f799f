import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { IconLock } from '../../../design/icons.generated.ts';
import { withStyles } from '../../kit/ui/with-styles.ts';
import { pinPrompt } from '../../tablet/wall-tablet/pin-prompt.ts';
import { forgetWallTablet } from '../../tablet/wall-tablet/wall-tablet.ts';
import { readWallTablet } from '../../tablet/wall-tablet/wall-tablet-settings.ts';
import { DimView } from './dim-view.tsx';
import classes from './wall-tablet-item.module.css';

const PinDialog = lazy(async () => ({
  default: (await withStyles(import('./pin-dialog.tsx'))).PinDialog,
}));

const MINUTE_MS = 60_000;

/** Shows the navigation item of a wall tablet, which leaves wall tablet mode; with its dialog and its dimmed view. */
export function WallTabletItem() {
  const [{ minutes }] = useState(readWallTablet);
  const { isDim, wake } = useDim(minutes * MINUTE_MS);
  useWakeLock();
  const leave = async () => {
    if (!(await pinPrompt.ask('leave'))) return;
    forgetWallTablet();
    // Whether the browser is a wall tablet does not change until the page is loaded again.
    location.reload();
  };
  return (
    <li className={classes.item}>
      <button type="button" onClick={() => void leave()}>
        <IconLock size={24} stroke={1.7} aria-hidden="true" />
        <Trans>Leave</Trans>
      </button>
      <Suspense>
        <PinDialog />
      </Suspense>
      {isDim && <DimView onWake={wake} />}
    </li>
  );
}

const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'] as const;

/** Returns whether nothing was touched for so many milliseconds, until `wake` is called. */
function useDim(ms: number): { isDim: boolean; wake: () => void } {
  const [isDim, setIsDim] = useState(false);
  useEffect(() => {
    if (isDim) return;
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setIsDim(true), ms);
    };
    for (const kind of ACTIVITY)
      addEventListener(kind, restart, { signal: over.signal, capture: true, passive: true });
    restart();
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [isDim, ms]);
  return { isDim, wake: useCallback(() => setIsDim(false), []) };
}

/**
 * Keeps the screen on, where browsers can. The browser releases the lock when the page is hidden, so it is
 * requested again (W3C Screen Wake Lock, "Handling document visibility changes").
 */
function useWakeLock(): void {
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
