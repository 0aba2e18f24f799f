import type { Channel } from '@azulejo/contract';
import { addressKey } from '@azulejo/model';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { errorText } from '../../../design/error-text.ts';
import { IconDownload } from '../../../design/page-icons.generated.ts';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { TimeChart } from '../../../design/time-chart.tsx';
import { useLiveHome } from '../../data/live/live-home.ts';
import { useSession } from '../../data/session/session.ts';
import {
  chartPeriodAt,
  chartPeriodText,
  type Period,
  type PeriodKind,
  periodKinds,
} from '../../kit/formats/period.ts';
import { PeriodMove } from '../../kit/ui/period-move.tsx';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import { chartGroupsOf, withNow } from './chart-groups.ts';
import classes from './history.module.css';
import { historyCsv } from './history-csv.ts';
import { firstOf, type Sample, type Track, tracksOf } from './history-track.ts';
import type { PeriodSearch } from './period-search.ts';
import { groupOf } from './property-group.ts';
import { StateBand } from './state-band.tsx';
import { useTracks } from './use-tracks.ts';

const names: Readonly<Record<PeriodKind, MessageDescriptor>> = {
  day: msg`24 h`,
  week: msg`Week`,
  month: msg`Month`,
  year: msg`Year`,
};
/** Shows the device's history: any of its properties, together over one period. */
export function HistorySection({ channel, device }: { channel: Channel; device: string }) {
  const reading = usePreferences();
  const all = useMemo(() => tracksOf(channel), [channel]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(firstOf(all)));
  const search: PeriodSearch = useSearch({ from: '/signed-in/devices/$channelId' });
  const kind = search.period ?? 'day';
  const navigate = useNavigate();
  const [moved, setMoved] = useState(0);
  const { from, to } = chartPeriodAt(kind, Date.now(), moved);
  const period = useMemo((): Period => ({ kind, from, to }), [kind, from, to]);
  const tracks = useMemo(() => all.filter(({ key }) => chosen.has(key)), [all, chosen]);
  const title = chartPeriodText(period, Date.now(), reading);
  if (all.length === 0) return null;
  const toggle = (key: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return (
    <section className={classes.history} aria-labelledby="history">
      <div className={classes.head}>
        <h2 id="history">
          <Trans>History</Trans>
        </h2>
        <SegmentedControl
          aria-label={t`Length of the period`}
          data={periodKinds.map((value) => ({ value, label: i18n._(names[value]) }))}
          value={kind}
          onChange={(next) => {
            setMoved(0);
            const period = next as PeriodKind;
            void navigate({
              from: '/devices/$channelId',
              to: '.',
              search: period === 'day' ? {} : { period },
              replace: true,
              resetScroll: false,
            });
          }}
        />
      </div>
      <PeriodMove
        kind={kind}
        title={title}
        isLatest={moved >= 0}
        onMove={(by) => setMoved((now) => now + by)}
      />
      <Choice tracks={all} chosen={chosen} onToggle={toggle} />
      {tracks.length > 0 ? (
        <HistoryCharts channel={channel} tracks={tracks} period={period} title={title} />
      ) : (
        <p className={classes.nothing}>
          <Trans>Choose values to show.</Trans>
        </p>
      )}
      <HistoryDownload channel={channel} tracks={tracks} period={period} name={`${device} ${title}`} />
    </section>
  );
}

type ChoiceProps = {
  tracks: readonly Track[];
  chosen: ReadonlySet<string>;
  onToggle: (key: string) => void;
};

function Choice({ tracks, chosen, onToggle }: ChoiceProps) {
  const isMain = ({ property }: Track) => groupOf(property) === 'main';
  const others = tracks.filter((track) => !isMain(track));
  const chip = ({ key, label }: Track) => (
    <button key={key} type="button" aria-pressed={chosen.has(key)} onClick={() => onToggle(key)}>
      {label}
    </button>
  );
  return (
    <div className={classes.choice}>
      <fieldset aria-label={t`Values to show`}>{tracks.filter(isMain).map(chip)}</fieldset>
      {others.length > 0 && (
        <details>
          <summary>
            <Trans>More values</Trans>
          </summary>
          <fieldset aria-label={t`More values to show`}>{others.map(chip)}</fieldset>
        </details>
      )}
    </div>
  );
}

type Props = { channel: Channel; tracks: readonly Track[]; period: Period; title: string };

const HEIGHT = 240;

/** Shows one chart per unit and one band per property of states, over the same period. */
function HistoryCharts({ channel, tracks, period, title }: Props) {
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

type HistoryDownloadProps = { channel: Channel; tracks: readonly Track[]; period: Period; name: string };

/** Saves every value of the period as a CSV file. */
function HistoryDownload({ channel, tracks, period, name }: HistoryDownloadProps) {
  const { client } = useSession();
  const [isReading, setIsReading] = useState(false);
  const [note, setNote] = useState('');
  const download = async () => {
    setIsReading(true);
    setNote('');
    try {
      const { text, isCut } = await historyCsv(client, channel, tracks, period);
      save(text, `${name}.csv`);
      setNote(isCut ? t`The file has only the newest values of this period. Choose a shorter one.` : '');
    } catch (error) {
      setNote(errorText(error));
    } finally {
      setIsReading(false);
    }
  };
  return (
    <div className={classes.download}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        loading={isReading}
        disabled={tracks.length === 0}
        onClick={() => void download()}
      >
        <Trans>Download as CSV</Trans>
      </Button>
      <p role="status">{note}</p>
    </div>
  );
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/**
 * Returns the current value of each property, by the key of its track; a new map when one of them changes.
 */
function useLiveSamples(channel: Channel, tracks: readonly Track[]): ReadonlyMap<string, Sample> {
  const { values } = useLiveHome();
  const keys = useMemo(
    () =>
      tracks.map(({ key, component, property }) => ({
        key,
        at: addressKey({ channel: channel.id, component: component.id, property: property.id }),
      })),
    [channel.id, tracks],
  );
  const watch = useCallback(
    (listener: () => void) => {
      const ends = keys.map(({ at }) => values.watch(at, listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [keys, values],
  );
  const state = useSyncExternalStore(watch, () =>
    keys.map(({ at }) => values.get(at)?.timestamp ?? '').join(),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are other ones when their times are
  return useMemo(
    () =>
      new Map(
        keys.flatMap(({ key, at }): [string, Sample][] => {
          const value = values.get(at);
          return value ? [[key, { at: Date.parse(value.timestamp), value: value.data, band: null }]] : [];
        }),
      ),
    [keys, values, state],
  );
}
