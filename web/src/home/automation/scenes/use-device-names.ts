import { t } from '@lingui/core/macro';
import { useCallback } from 'react';
import { useHome } from '../../data/live/use-home.ts';
import { deviceOf } from '../../devices/tiles/use-device.ts';
import type { NameOf } from './outcome-text.ts';

/** Returns a function that names the device of a channel. */
export function useDeviceNames(): NameOf {
  const { channels, tiles, groups } = useHome();
  return useCallback(
    (id) => deviceOf(id, { channels, tiles, groups })?.name ?? t`A device that was removed`,
    [channels, tiles, groups],
  );
}
