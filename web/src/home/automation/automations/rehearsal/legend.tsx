import type { Rehearsal } from '@azulejo/contract';
import { Trans } from '@lingui/react/macro';
import classes from './rehearsal.module.css';

/** Explains the marks and the colours. */
export function Legend({ rehearsal: { count, misses, days } }: { rehearsal: Rehearsal }) {
  const held = misses.reduce((sum, each) => sum + each.count, 0);
  return (
    <p className={classes.legend}>
      {count > 0 && (
        <span>
          <i data-shape="run" /> <Trans>would have run</Trans>
        </span>
      )}
      {held > 0 && (
        <span>
          <i data-shape="miss" /> <Trans>held back ({held})</Trans>
        </span>
      )}
      {days.some(({ sun }) => sun) && (
        <span>
          <i data-shape="night" /> <Trans>night</Trans>
        </span>
      )}
    </p>
  );
}
