import { t } from '@lingui/core/macro';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ErrorState, LoadingState, NotAvailableOffline } from '../../../design/states.tsx';
import { AutomationsOfDevice } from '../../automation/automations/of-device/automations-of-device.tsx';
import type { Home } from '../../data/live/types.ts';
import { useDevice } from '../../devices/tiles/use-device.ts';
import type { Reading } from '../../kit/formats/reading.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { formatDateTime, usePreferences } from '../../person/preferences/use-preferences.ts';
import { ActivitySection } from './activity-section.tsx';
import { ControlsSection, SettingsSection } from './controls-section.tsx';
import { DetailsSection } from './details-section.tsx';
import classes from './device.module.css';
import { DeviceHeader } from './device-header.tsx';
import { HeroCard } from './hero/hero-card.tsx';
import { heroesOf } from './hero/hero-of.ts';
import { HistorySection } from './history-section.tsx';
import { MissingDevice } from './missing-device.tsx';
import { Schedules } from './schedule/schedule-section.tsx';
import { useSchedules } from './schedule/use-schedules.ts';

/** Shows one device: its values and controls, its history, and its activity. */
export function DevicePage() {
  const { channelId } = useParams({ from: '/signed-in/devices/$channelId' });
  const { device, home } = useDevice(channelId);
  const reading = usePreferences();
  const name = device?.name;
  usePageTitle(name);
  const heroes = useMemo(() => (device ? heroesOf(device.channel) : []), [device]);
  const schedules = useSchedules(device?.channel);
  if (!device) return <NoDevice home={home} channelId={channelId} />;
  const { channel } = device;
  const rest = { channel, device: device.name, heroes, schedules };
  return (
    // The key discards input, open questions and folds when another device is shown.
    <article key={channel.id} className={classes.page}>
      <DeviceHeader device={device} />
      {home.isCached && (
        <p className={classes.old} role="status">
          {cachedText(home, reading)}
        </p>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          {heroes.map((hero) => (
            <HeroCard
              key={hero.component.id}
              channel={channel}
              hero={hero}
              device={device.name}
              isOneOfSeveral={heroes.length > 1}
            />
          ))}
          <Schedules channel={channel} schedules={schedules} />
          <ControlsSection {...rest} />
          <AutomationsOfDevice channelId={channel.id} />
        </div>
        <div className={classes.records}>
          <HistorySection channel={channel} device={device.name} />
          <ActivitySection channel={channel} />
        </div>
        <div className={classes.folds}>
          <SettingsSection {...rest} />
          <DetailsSection device={device} />
        </div>
      </div>
    </article>
  );
}

type NoDeviceProps = { home: ReturnType<typeof useDevice>['home']; channelId: string };

/** Says why there is no device yet: it is missing, not available offline, failed to load, or still loads. */
function NoDevice({ home, channelId }: NoDeviceProps) {
  // Tiles arrive before channels: a device with a tile is not missing, but still loading.
  const hasTile = home.tiles.some((tile) => tile.channel === channelId);
  const isKnown = home.channels.size > 0 || (home.tiles.length > 0 && !hasTile) || home.state === 'live';
  if (isKnown && !home.isCached) return <MissingDevice />;
  const retry = () => void home.refresh().catch(() => {});
  if (home.isCached) return <NotAvailableOffline onRetry={retry} />;
  if (home.error !== undefined) return <ErrorState error={home.error} onRetry={retry} />;
  return <LoadingState label={t`Loading the device`} />;
}

function cachedText({ state, cachedSince }: Home, reading: Reading): string {
  if (!cachedSince) return state === 'offline' ? t`Offline.` : t`The platform cannot be reached.`;
  const time = formatDateTime(Date.parse(cachedSince), reading);
  return state === 'offline' ? t`Offline, as of ${time}.` : t`The platform cannot be reached, as of ${time}.`;
}
