import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { IconPlus } from '../../../design/icons.generated.ts';
import { TilePattern } from '../../../design/pattern.tsx';
import classes from './home-page.module.css';

/** Shown while the home has no devices. */
export function NoDevices() {
  return (
    <div className={classes.empty}>
      <TilePattern className={classes.wall} />
      <div className={classes.words}>
        <h2>
          <Trans>Your home is empty</Trans>
        </h2>
        <p>
          <Trans>Add a device to see and control it here.</Trans>
        </p>
        <Link to="/add" className={classes.add}>
          <IconPlus size={18} aria-hidden="true" />
          <Trans>Add a device</Trans>
        </Link>
      </div>
    </div>
  );
}
