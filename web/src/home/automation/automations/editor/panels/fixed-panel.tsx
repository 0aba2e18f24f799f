import { Trans } from '@lingui/react/macro';
import classes from './panels.module.css';

/** Says that the editor has no way to change a part. */
export function FixedPanel() {
  return (
    <p className={classes.note}>
      <Trans>This part cannot be changed here yet. It stays as it is.</Trans>
    </p>
  );
}
