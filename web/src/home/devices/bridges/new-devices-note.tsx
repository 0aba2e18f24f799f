import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { IconChevronRight, IconPlus } from '../../../design/icons.generated.ts';
import classes from './new-devices-note.module.css';
import { useNewDevices } from './use-new-devices.ts';

/** Says on the home page that a bridge has found devices, with a link to add them. */
export function NewDevicesNote() {
  return useNewDevices().map(({ bridge, count }) => (
    <Link key={bridge.id} to="/add/from/$bridgeId" params={{ bridgeId: bridge.id }} className={classes.note}>
      <IconPlus size={20} stroke={1.6} aria-hidden="true" />
      <span>
        <Trans>
          <strong>
            <Plural value={count} one="# new device" other="# new devices" />
          </strong>{' '}
          from {bridge.name}
        </Trans>
      </span>
      <IconChevronRight size={18} aria-hidden="true" />
    </Link>
  ));
}
