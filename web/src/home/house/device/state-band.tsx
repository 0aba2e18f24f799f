import { schemaOf } from '../../devices/controls/property.ts';
import { valueText } from '../../devices/controls/value-text.ts';
import type { Period } from '../../kit/formats/period.ts';
import { formatDateTime, usePreferences } from '../../person/preferences/use-preferences.ts';
import { automationText } from './activity-text.ts';
import { palette } from './chart-groups.ts';
import classes from './history.module.css';
import type { Sample } from './history-track.ts';
import type { TrackHistory } from './use-tracks.ts';

type Stretch = { readonly from: number; readonly to: number } & Pick<Sample, 'value' | 'by'>;

/**
 * Shows a property that is not a number: a coloured stretch per state or a mark per event, over the same
 * period as the charts.
 */
export function StateBand({ history, period, now }: { history: TrackHistory; period: Period; now: number }) {
  const reading = usePreferences();
  const { track, samples } = history;
  const textOf = (value: unknown) => valueText(value, track.property, reading) ?? '–';
  const isEvent = schemaOf(track.property) === 'event';
  const stretches = stretchesOf(samples, Math.min(now, period.to), isEvent);
  const states = [...new Set(stretches.map(({ value }) => value))];
  const colorOf = (value: unknown) =>
    value === false || value === 'off'
      ? 'var(--azulejo-line)'
      : palette[states.indexOf(value) % palette.length];
  const startOf = ({ from, by }: Stretch) =>
    [formatDateTime(from, reading), ...(by ? [automationText(by)] : [])].join(' · ');
  const share = (at: number) => `${(100 * (at - period.from)) / (period.to - period.from)}%`;
  return (
    <figure className={classes.band}>
      <figcaption>
        {track.label}
        {states.map((value) => (
          <span key={String(value)} className={classes.state}>
            <i className={classes.swatch} style={{ background: colorOf(value) }} aria-hidden="true" />
            {textOf(value)}
          </span>
        ))}
      </figcaption>
      <div className={classes.states} aria-hidden="true">
        {stretches.map((stretch) => (
          <span
            key={stretch.from}
            className={classes.stretch}
            data-event={isEvent}
            title={`${textOf(stretch.value)}, ${startOf(stretch)}`}
            style={{
              left: share(stretch.from),
              width: isEvent ? undefined : `calc(${share(stretch.to)} - ${share(stretch.from)})`,
              background: colorOf(stretch.value),
            }}
          />
        ))}
      </div>
      <ul className="visually-hidden" aria-label={track.label}>
        {stretches.slice(-LISTED).map((stretch) => (
          <li key={stretch.from}>
            {startOf(stretch)}: {textOf(stretch.value)}
          </li>
        ))}
      </ul>
    </figure>
  );
}

const LISTED = 100;

function stretchesOf(samples: TrackHistory['samples'], end: number, isEvent: boolean): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [index, { at, value, by }] of samples.entries()) {
    const to = samples[index + 1]?.at ?? end;
    const last = stretches.at(-1);
    if (last && last.value === value && !isEvent) stretches[stretches.length - 1] = { ...last, to };
    else stretches.push({ from: at, to, value, ...(by && { by }) });
  }
  return stretches.filter(({ from, to }) => isEvent || to > from);
}
