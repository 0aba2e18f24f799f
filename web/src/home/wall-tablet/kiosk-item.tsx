import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { IconLock } from '../../design/icons.generated.ts';
import { forgetKiosk } from '../kiosk/kiosk.ts';
import { readKiosk } from '../kiosk/kiosk-settings.ts';
import { pinPrompt } from '../kiosk/pin-prompt.ts';
import { withStyles } from '../parts/with-styles.ts';
import { DimView } from './dim-view.tsx';
import classes from './kiosk-item.module.css';
import { useDim } from './use-dim.ts';
import { useWakeLock } from './use-wake-lock.ts';

const PinDialog = lazy(async () => ({
  default: (await withStyles(import('./pin-dialog.tsx'))).PinDialog,
}));

const MINUTE_MS = 60_000;

/** Shows the navigation item of a wall tablet, which leaves kiosk mode; with its dialog and its dimmed view. */
export function KioskItem() {
  const [{ minutes }] = useState(readKiosk);
  const { isDim, wake } = useDim(minutes * MINUTE_MS);
  useWakeLock();
  const leave = async () => {
    if (!(await pinPrompt.ask('leave'))) return;
    forgetKiosk();
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
