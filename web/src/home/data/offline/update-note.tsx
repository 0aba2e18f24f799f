import { Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { useOffline } from './offline.ts';
import classes from './update-note.module.css';

/** Shows that a newer version of this page is available, and lets the person choose when to load it. */
export function UpdateNote() {
  const { update } = useOffline();
  const isReady = useSyncExternalStore(update.watch, update.isReady);
  return (
    <div role="status">
      {isReady && (
        <p className={classes.note}>
          <Trans>
            A new version is ready.{' '}
            <button type="button" onClick={update.take}>
              Reload
            </button>
          </Trans>
        </p>
      )}
    </div>
  );
}
