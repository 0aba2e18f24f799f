import type { Channel } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMemo } from 'react';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { TimeChart } from '../../../design/time-chart.tsx';
import type { Period } from '../../kit/formats/period.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import { chartGroupsOf, withNow } from './chart-groups.ts';
import classes from './history.module.css';
import type { Track } from './history-track.ts';
import { StateBand } from './state-band.tsx';
import { useLiveSamples } from './use-live-samples.ts';
import { useTracks } from './use-tracks.ts';

type Props = { channel: Channel; tracks: readonly Track[]; period: Period; title: string };

const HEIGHT = 240;

/** Shows one chart per unit and one band per property of states, over the same period. */
export function HistoryCharts({ channel, tracks, period, title }: Props) {
  const reading = usePreferences();
  const { histories, isLoading, error, retry } = useTracks(channel, tracks, period);
  const live = useLiveSamples(channel, tracks);
  const now = Date.now();
  const shown = useMemo(() => withNow(histories, live, period, Date.now()), [histories, live, period]);
  const groups = useMemo(() => chartGroupsOf(shown, period, reading), [shown, period, reading]);
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (isLoading && histories.length === 0) return <LoadingState label={t`Loading the history`} />;
  if (shown.every(({ samples }) => samples.length === 0))
    return (
      <p className={classes.nothing}>
        <Trans>Nothing was recorded in this period.</Trans>
      </p>
    );
  const bands = shown.filter(({ track, samples }) => !track.isNumber && samples.length > 0);
  return (
    <div className={classes.charts} aria-busy={isLoading}>
      {groups
        .filter(({ series }) => series.some(({ points }) => points.length > 0))
        .map(({ unit, series, span, floor }) => (
          <TimeChart
            key={unit}
            series={series}
            from={period.from}
            to={period.to}
            height={HEIGHT}
            span={span}
            floor={floor}
            hourFormat={reading.hourFormat === 12 ? '12h' : '24h'}
            locale={reading.locale}
            ariaLabel={`${series.map(({ label }) => label).join(', ')}, ${title}`}
          />
        ))}
      {bands.map((history) => (
        <StateBand key={history.track.key} history={history} period={period} now={now} />
      ))}
    </div>
  );
}
