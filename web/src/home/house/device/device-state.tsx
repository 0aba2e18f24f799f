import type { Channel } from '@azulejo/contract';
import { ACCESS } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { IconCircleCheck, IconPlugConnectedX } from '../../../design/page-icons.generated.ts';
import { accessText, isReached } from '../../data/live/access-labels.ts';
import { useValue } from '../../data/live/use-value.ts';
import { formatDateTime, usePreferences } from '../../person/preferences/use-preferences.ts';
import classes from './device.module.css';

/**
 * Shows whether the device can be reached. Its first component is representative: owners report the same for
 * all.
 */
export function DeviceState({ channel }: { channel: Channel }) {
  const reading = usePreferences();
  const component = channel.components[0]?.id ?? '';
  const access = useValue({ channel: channel.id, component, property: ACCESS });
  const text = accessText(access?.data);
  if (!access || text === undefined) return null;
  const isFine = isReached(access.data);
  const since = formatDateTime(Date.parse(access.timestamp), reading);
  return (
    <p className={classes.access} data-fine={isFine} role="status">
      {isFine ? (
        <IconCircleCheck size={16} aria-hidden="true" />
      ) : (
        <IconPlugConnectedX size={16} aria-hidden="true" />
      )}
      {isFine ? text : t`${text} since ${since}`}
    </p>
  );
}
