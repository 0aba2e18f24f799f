import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { HomeState } from '../../data/live/types.ts';
import { useHome } from '../../data/live/use-home.ts';
import { formatSince } from '../../kit/formats/format-since.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import classes from './connection-note.module.css';

const words: Readonly<Record<HomeState, () => string>> = {
  loading: () => t`Connecting…`,
  live: () => t`Live`,
  connecting: () => t`Connecting…`,
  offline: () => t`Offline`,
};

/**
 * Shows whether the home is live: then by a dot alone, and the word is for screen readers. A short interruption is
 * not shown.
 */
export function ConnectionNote() {
  const { state, isCached, cachedSince } = useHome();
  const reading = usePreferences();
  const isKept = isCached && cachedSince !== undefined && state !== 'loading';
  return (
    <p className={classes.note} data-state={state} role="status">
      <span className={classes.dot} aria-hidden="true" />
      <span className={state === 'live' ? 'visually-hidden' : classes.word}>{words[state]()}</span>
      {isKept && (
        <span className={classes.since}>
          <Trans>, as of {formatSince(cachedSince, reading)}</Trans>
        </span>
      )}
    </p>
  );
}
