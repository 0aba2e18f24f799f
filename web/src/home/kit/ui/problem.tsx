import { Trans } from '@lingui/react/macro';
import { errorText } from '../../../design/error-text.ts';
import classes from './problem.module.css';

/** Shows an error message with a button to retry. */
export function Problem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={classes.problem} role="alert">
      <p>{errorText(error)}</p>
      <button type="button" onClick={onRetry}>
        <Trans>Try again</Trans>
      </button>
    </div>
  );
}

export function Loading() {
  return (
    <p className="visually-hidden" role="status">
      <Trans>Loading</Trans>
    </p>
  );
}
