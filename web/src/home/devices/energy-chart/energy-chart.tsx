import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import type { Reading } from '../../kit/formats/reading.ts';
import { axisEnd, type Bar, type BarKind } from './bars.ts';
import classes from './energy-chart.module.css';

type Props = { bars: readonly Bar[]; kind: BarKind; reading: Reading; currency?: string };

const GRID = [1, 2 / 3, 1 / 3, 0];
const LABELS = 4;

/** Bars of energy in kWh, with a table of them for screen readers. */
export function EnergyChart({ bars, kind, reading: { locale }, currency }: Props) {
  const end = axisEnd(Math.max(0, ...bars.map(({ used = 0, produced = 0 }) => Math.max(used, produced))));
  const number = (value: number) => value.toLocaleString(locale, { maximumSignificantDigits: 2 });
  const now = Date.now();
  const nameOf = ({ from }: Bar) => barName(kind, from, locale);
  const step = Math.max(1, Math.ceil(bars.length / LABELS));
  return (
    <figure className={classes.chart}>
      <div className={classes.plot} aria-hidden="true">
        {GRID.map((share) => (
          <span key={share} className={classes.line} style={{ '--at': share } as CSSProperties}>
            {number(end * share)}
          </span>
        ))}
        <div className={classes.bars}>
          {bars.map((bar) => (
            <span key={bar.from} className={classes.step} title={titleOf(nameOf(bar), bar, locale)}>
              <span
                className={classes.bar}
                data-running={bar.from <= now && now < bar.to}
                data-estimated={bar.estimated > 0 || undefined}
                data-gap={
                  (bar.used === undefined && bar.produced === undefined && bar.from <= now) || undefined
                }
                style={{ '--share': (bar.used ?? 0) / end } as CSSProperties}
              />
              {bar.produced !== undefined && (
                <span
                  className={classes.bar}
                  data-produced
                  style={{ '--share': bar.produced / end } as CSSProperties}
                />
              )}
            </span>
          ))}
        </div>
      </div>
      <div className={classes.axis} aria-hidden="true">
        {bars.map((bar, index) => (
          <span key={bar.from}>{index % step === 0 ? nameOf(bar) : ''}</span>
        ))}
      </div>
      <BarTable
        bars={bars.filter(({ from }) => from <= now)}
        kind={kind}
        locale={locale}
        currency={currency}
      />
    </figure>
  );
}

function barName(kind: BarKind, from: number, locale: string): string {
  const date = new Date(from);
  if (kind === 'hour') return String(date.getHours());
  if (kind === 'day') return String(date.getDate());
  return new Intl.DateTimeFormat(locale, { month: 'short' }).format(date);
}

function titleOf(name: string, { used, produced, estimated }: Bar, locale: string): string {
  const number = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 2 });
  if (used === undefined && produced === undefined) return t`${name}: no values`;
  const parts = [
    ...(used === undefined ? [] : [`${number(used)} kWh`]),
    ...(produced === undefined ? [] : [t`${number(produced)} kWh produced`]),
    ...(estimated > 0 ? [t`partly estimated`] : []),
  ];
  return `${name}: ${parts.join(', ')}`;
}

type TableProps = { bars: readonly Bar[]; kind: BarKind; locale: string; currency: string | undefined };

function BarTable({ bars, kind, locale, currency }: TableProps) {
  const number = (value: number | undefined) =>
    value?.toLocaleString(locale, { maximumFractionDigits: 2 }) ?? t`No values`;
  const hasProduced = bars.some(({ produced }) => produced !== undefined);
  return (
    <table className="visually-hidden">
      <caption>{captionOf(kind)}</caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Time</Trans>
          </th>
          <th scope="col">
            <Trans>Used</Trans>
          </th>
          {hasProduced && (
            <th scope="col">
              <Trans>Produced</Trans>
            </th>
          )}
          {currency && (
            <th scope="col">
              <Trans>Cost</Trans>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.from}>
            <th scope="row">{barName(kind, bar.from, locale)}</th>
            <td>
              {number(bar.used)}
              {bar.estimated > 0 && ` (${t`partly estimated`})`}
            </td>
            {hasProduced && <td>{number(bar.produced)}</td>}
            {currency && (
              <td>{bar.cost?.toLocaleString(locale, { style: 'currency', currency }) ?? t`No values`}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function captionOf(kind: BarKind): string {
  if (kind === 'hour') return t`Energy in each hour, in kWh`;
  return kind === 'day' ? t`Energy in each day, in kWh` : t`Energy in each month, in kWh`;
}
