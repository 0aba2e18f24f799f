import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import classes from './replacing.module.css';

/** Few people replace a device, so the dialog is loaded when it is opened. */
const ReplaceDevice = lazy(async () => ({ default: (await import('./replace-device.tsx')).ReplaceDevice }));

/** Opens the dialog that replaces a device in all automations. */
export function ReplaceButton({ channelId }: { channelId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={classes.open} onClick={() => setIsOpen(true)}>
        <Trans>Replace with another device</Trans>
      </button>
      {isOpen && (
        <Suspense>
          <ReplaceDevice from={channelId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
