import type { Channel } from '@azulejo/contract';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import {
  chartPeriodAt,
  chartPeriodText,
  type Period,
  type PeriodKind,
  periodKinds,
} from '../../kit/formats/period.ts';
import { PeriodMove } from '../../kit/ui/period-move.tsx';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import classes from './history.module.css';
import { HistoryCharts } from './history-charts.tsx';
import { HistoryDownload } from './history-download.tsx';
import { firstOf, type Track, tracksOf } from './history-track.ts';
import type { PeriodSearch } from './period-search.ts';
import { groupOf } from './property-group.ts';

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
