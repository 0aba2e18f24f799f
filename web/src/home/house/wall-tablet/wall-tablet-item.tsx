import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { IconLock } from '../../../design/icons.generated.ts';
import { withStyles } from '../../kit/ui/with-styles.ts';
import { pinPrompt } from '../../tablet/wall-tablet/pin-prompt.ts';
import { forgetWallTablet } from '../../tablet/wall-tablet/wall-tablet.ts';
import { readWallTablet } from '../../tablet/wall-tablet/wall-tablet-settings.ts';
import { DimView } from './dim-view.tsx';
import { useDim } from './use-dim.ts';
import { useWakeLock } from './use-wake-lock.ts';
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
