import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { EmptyState, ErrorState, LoadingState } from '../../../design/states.tsx';
import { useHome } from '../../data/live/use-home.ts';
import { barPeriod } from '../../devices/energy-chart/bars.ts';
import { useEnergy } from '../../devices/energy-chart/use-energy.ts';
import { deviceOf } from '../../devices/tiles/use-device.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { isWallTablet } from '../../tablet/wall-tablet/wall-tablet.ts';
import classes from './energy.module.css';
import { EnergyBars } from './energy-bars.tsx';
import { momentOf, readEnergySearch } from './energy-search.ts';
import { measuredBy } from './measures-energy.ts';
import { Overview } from './overview.tsx';
import { ShareLists } from './share-lists.tsx';
import { type Place, sharesOf } from './shares.ts';
import { TariffSection } from './tariff-section.tsx';

/** Shows how much energy the home uses: now, today and this month, by hour, day and month, by device and room. */
export function EnergyPage() {
  usePageTitle(t`Energy`);
  const { state, channels } = useHome();
  const measured = useMemo(() => new Set([...channels.values()].map(measuredBy)), [channels]);
  if (channels.size === 0 && (state === 'loading' || state === 'connecting'))
    return <LoadingState label={t`Loading the energy`} />;
  if (!measured.has('energy')) return <NoMeter hasPower={measured.has('power')} />;
  return (
    <div className={classes.page}>
      <h1>
        <Trans>Energy</Trans>
      </h1>
      <Overview />
      <Period />
      {!isWallTablet() && <TariffSection />}
      <Notes />
    </div>
  );
}

/** Shows what was used in the period of the address. */
function Period() {
  const search = readEnergySearch(useSearch({ strict: false }));
  const kind = search.bars ?? 'hour';
  const period = barPeriod(kind, momentOf(search.on, Date.now()));
  const { from, to } = period;
  const home = useEnergy({ kind, from, to });
  const shown = useEnergy({ kind, from, to, channel: search.device, group: search.room });
  const placeOf = usePlaces();
  const shares = useMemo(() => sharesOf(home.data?.counters ?? [], placeOf), [home.data, placeOf]);
  const { error, data } = shown;
  return (
    <>
      <EnergyBars search={search} period={period} energy={data} isPending={shown.isPending} placeOf={placeOf}>
        {error && !data && <ErrorState error={error} onRetry={() => void shown.refetch()} />}
      </EnergyBars>
      <ShareLists search={search} shares={shares} currency={home.data?.currency} />
    </>
  );
}

/** Returns a function that names a device, and the area where it is. */
function usePlaces(): (channel: string) => Place | undefined {
  const { tiles, channels, groups } = useHome();
  return useCallback(
    (id: string) => {
      const device = deviceOf(id, { tiles, channels, groups });
      const area = device?.place[0];
      return device && { name: device.name, ...(area && { room: { id: area.id, name: area.label } }) };
    },
    [tiles, channels, groups],
  );
}

function NoMeter({ hasPower }: { hasPower: boolean }) {
  return (
    <EmptyState
      isPage
      title={hasPower ? t`No device counts energy` : t`No device measures energy`}
      action={
        <Button component={Link} to="/add">
          <Trans>Add a device</Trans>
        </Button>
      }
    >
      {hasPower
        ? t`Some devices measure their power now, but none counts the energy that it used. A meter or a socket with a counter in kWh does.`
        : t`A meter, or a socket with a counter in kWh, shows here what your home uses and what it costs.`}
    </EmptyState>
  );
}

const MAX_NAMES = 10;

/** Says how energy is counted, and which devices are left out. */
function Notes() {
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
