import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useHome } from '../../data/live/use-home.ts';
import classes from './energy.module.css';
import { measuredBy } from './measures-energy.ts';

const MAX_NAMES = 10;

/** Says how energy is counted, and which devices are left out. */
export function Notes() {
  const { tiles, channels } = useHome();
  const names = tiles.flatMap(({ channel: id, label }) => {
    const channel = channels.get(id);
    return channel && measuredBy(channel) === 'power' ? [label] : [];
  });
  const left = names.slice(0, MAX_NAMES).join(', ');
  return (
    <details className={classes.notes}>
      <summary>
        <Trans>How this is counted</Trans>
      </summary>
      <ul>
        <li>
          <Trans>
            The home’s total is what its meters count. Without a meter, it is the sum of the devices that
            count their own energy.
          </Trans>
        </li>
        <li>
          <Trans>
            When a counter falls, for example after a new meter was installed, a new count begins. A rise of
            more than 100 kWh in an hour is taken for one, too.
          </Trans>
        </li>
        <li>
          <Trans>
            What was counted while a device sent no values is spread evenly over this time and marked as
            estimated. Time without a later value has no bar.
          </Trans>
        </li>
        <li>
          <Trans>A device’s energy is shown from the first full hour after you got access to it.</Trans>
        </li>
        {names.length > 0 && (
          <li>{t`Left out, because they measure only their power now: ${left}${names.length > MAX_NAMES ? '…' : ''}`}</li>
        )}
      </ul>
    </details>
  );
}
