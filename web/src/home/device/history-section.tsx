import type { Channel } from '@azulejo/contract';
import { ActionIcon, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { IconChevronLeft, IconChevronRight } from '../../design/icons.generated.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import classes from './history.module.css';
import { HistoryCharts } from './history-charts.tsx';
import { firstOf, type Track, tracksOf } from './history-track.ts';
import { chartPeriodAt, chartPeriodText, type Period, type PeriodKind, periodKinds } from './period.ts';
import { groupOf } from './property-group.ts';

const names: Readonly<Record<PeriodKind, string>> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
};

/** The device's history: any of its properties, together over one period. */
export function HistorySection({ channel }: { channel: Channel }) {
  const reading = usePreferences();
  const all = useMemo(() => tracksOf(channel), [channel]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(firstOf(all)));
  const [kind, setKind] = useState<PeriodKind>('day');
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
        <h2 id="history">History</h2>
        <SegmentedControl
          aria-label="Length of the period"
          data={periodKinds.map((value) => ({ value, label: names[value] }))}
          value={kind}
          onChange={(next) => {
            setKind(next as PeriodKind);
            setMoved(0);
          }}
        />
      </div>
      <div className={classes.move}>
        <ActionIcon
          variant="default"
          size={40}
          aria-label={`${names[kind]} before`}
          onClick={() => setMoved(moved - 1)}
        >
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <strong role="status">{title}</strong>
        <ActionIcon
          variant="default"
          size={40}
          aria-label={`${names[kind]} after`}
          disabled={moved >= 0}
          onClick={() => setMoved(moved + 1)}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
      <Choice tracks={all} chosen={chosen} onToggle={toggle} />
      {tracks.length > 0 ? (
        <HistoryCharts channel={channel} tracks={tracks} period={period} title={title} />
      ) : (
        <p className={classes.nothing}>Choose values to show.</p>
      )}
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
      <fieldset aria-label="Values to show">{tracks.filter(isMain).map(chip)}</fieldset>
      {others.length > 0 && (
        <details>
          <summary>More values</summary>
          <fieldset aria-label="More values to show">{others.map(chip)}</fieldset>
        </details>
      )}
    </div>
  );
}
