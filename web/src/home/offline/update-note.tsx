import { useSyncExternalStore } from 'react';
import { update } from './update.ts';
import classes from './update-note.module.css';

/** Says that a newer version of this page is there, and lets the person say when it comes. */
export function UpdateNote() {
  const isReady = useSyncExternalStore(update.watch, update.isReady);
  return (
    <div role="status">
      {isReady && (
        <p className={classes.note}>
          A new version is ready.
          <button type="button" onClick={update.take}>
            Reload
          </button>
        </p>
      )}
    </div>
  );
}
