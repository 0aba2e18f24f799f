import { t } from '@lingui/core/macro';
import type { CSSProperties } from 'react';
import type { Reading } from '../../formats/reading.ts';
import { axisEnd, type Bar, type BarKind } from './energy-bars.ts';
import meter from './meter-hero.module.css';

type Props = { bars: readonly Bar[]; kind: BarKind; unit: string; reading: Reading };

const GRID = [1, 2 / 3, 1 / 3, 0];
const LABELS = 4;

/** Bars of energy, with a table of them for screen readers. */
export function EnergyChart({ bars, kind, unit, reading: { locale } }: Props) {
  const end = axisEnd(Math.max(0, ...bars.map(({ used }) => used)));
  const number = (value: number, maximumFractionDigits = 2) =>
    value.toLocaleString(locale, { maximumFractionDigits });
  const now = Date.now();
  const nameOf = ({ from }: Bar) => {
    const date = new Date(from);
    if (kind === 'hour') return String(date.getHours());
    if (kind === 'day') return String(date.getDate());
    return new Intl.DateTimeFormat(locale, { month: 'short' }).format(date);
  };
  const step = Math.max(1, Math.ceil(bars.length / LABELS));
  const past = bars.filter(({ from }) => from <= now);
  return (
    <figure className={meter.chart}>
      <div className={meter.plot} aria-hidden="true">
        {GRID.map((share) => (
          <span key={share} className={meter.line} style={{ '--at': share } as CSSProperties}>
            {number(end * share)}
          </span>
        ))}
        <div className={meter.bars}>
          {bars.map((bar) => (
            <span
              key={bar.from}
              className={meter.bar}
              data-running={bar.from <= now && now < bar.to}
              title={`${nameOf(bar)}: ${number(bar.used)} ${unit}`}
              style={{ '--share': bar.used / end } as CSSProperties}
            />
          ))}
        </div>
      </div>
      <div className={meter.axis} aria-hidden="true">
        {bars.map((bar, index) => (
          <span key={bar.from}>{index % step === 0 ? nameOf(bar) : ''}</span>
        ))}
      </div>
      <table className="visually-hidden">
        <caption>{captionOf(kind, unit)}</caption>
        <tbody>
          {past.map((bar) => (
            <tr key={bar.from}>
              <th scope="row">{nameOf(bar)}</th>
              <td>{number(bar.used)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function captionOf(kind: BarKind, unit: string): string {
  if (kind === 'hour') return t`Energy in each hour, in ${unit}`;
  return kind === 'day' ? t`Energy in each day, in ${unit}` : t`Energy in each month, in ${unit}`;
}
