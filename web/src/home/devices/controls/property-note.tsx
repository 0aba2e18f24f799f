import { t } from '@lingui/core/macro';
import type { WriteStatus } from '../../../tiles/write-status.ts';
import type { HomeValue } from '../../data/live/types.ts';
import { formatDateTime, usePreferences } from '../../person/preferences/use-preferences.ts';
import classes from './property-control.module.css';

type Props = {
  value: HomeValue | undefined;
  status: WriteStatus;
  isPending: boolean;
};

/** Shows whether the value is current, and how the last write went. Screen readers announce changes. */
export function PropertyNote({ value, status, isPending }: Props) {
  const reading = usePreferences();
  const since = value ? formatDateTime(Date.parse(value.timestamp), reading) : '';
  const [tone, text] = isPending
    ? ['pending', t`Waiting for the device…`]
    : 'text' in status
      ? ['failed', status.text]
      : status.state === 'done'
        ? ['done', t({ message: 'Done', context: 'command' })]
        : value?.isStale
          ? ['stale', t`The device is not answering. Last known on ${since}.`]
          : ['none', ''];
  return (
    <p className={classes.note} role="status" data-tone={tone}>
      {text}
    </p>
  );
}
