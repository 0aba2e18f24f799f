import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { IconLock } from '../../design/icons.generated.ts';
import { withStyles } from '../parts/with-styles.ts';
import { DimView } from './dim-view.tsx';
import { forgetKiosk } from './kiosk.ts';
import classes from './kiosk-item.module.css';
import { readKiosk } from './kiosk-settings.ts';
import { pinPrompt } from './pin-prompt.ts';
import { useDim } from './use-dim.ts';
import { useWakeLock } from './use-wake-lock.ts';

const PinDialog = lazy(async () => ({
  default: (await withStyles(import('./pin-dialog.tsx'))).PinDialog,
}));

const MINUTE_MS = 60_000;

/** The wall tablet's place among the pages, which leaves kiosk mode; with its dialog and its dimmed view. */
export function KioskItem() {
  const [{ minutes }] = useState(readKiosk);
  const { isDim, wake } = useDim(minutes * MINUTE_MS);
  useWakeLock();
  const leave = async () => {
    if (!(await pinPrompt.ask('leave'))) return;
    forgetKiosk();
    // Whether the browser is a wall tablet holds for a load of the page.
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
