import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, SegmentedControl } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconDownload } from '../../../design/page-icons.generated.ts';
import { saveFile } from '../../../design/save-file.ts';
import { useHome } from '../../data/live/use-home.ts';
import { type Bar, type BarKind, barKinds, barPeriod, sumOf } from '../../devices/energy-chart/bars.ts';
import { EnergyChart } from '../../devices/energy-chart/energy-chart.tsx';
import { costText, energyText } from '../../devices/energy-chart/energy-text.ts';
import type { EnergyOf } from '../../devices/energy-chart/use-energy.ts';
import { csvOf } from '../../kit/formats/csv.ts';
import { type Period, periodText } from '../../kit/formats/period.ts';
import { PeriodMove } from '../../kit/ui/period-move.tsx';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import classes from './energy.module.css';
import { dateOf, type EnergySearch } from './energy-search.ts';
import type { Place } from './shares.ts';

const names: Readonly<Record<BarKind, MessageDescriptor>> = {
  hour: msg`Hour`,
  day: msg`Day`,
  month: msg`Month`,
};

type Props = {
  search: EnergySearch;
  period: Period;
  energy: EnergyOf | undefined;
  isPending: boolean;
  placeOf: (channel: string) => Place | undefined;
  /** Replaces the bars, if it is given. */
  children: ReactNode;
};

/** Shows the bars of a day, a month or a year, of the home or of one of its rooms or devices. */
export function EnergyBars({ search, period, energy, isPending, placeOf, children }: Props) {
  const reading = usePreferences();
  const navigate = useNavigate();
  const kind = search.bars ?? 'hour';
  const title = periodText(period, Date.now(), reading);
  const go = (next: EnergySearch) =>
    void navigate({ to: '/energy', search: next, replace: true, resetScroll: false });
  return (
    <section className={classes.card} aria-labelledby="energy-bars">
      <div className={classes.head}>
        <Subject search={search} placeOf={placeOf} />
        <SegmentedControl
          aria-label={t`Length of a bar`}
          data={barKinds.map((value) => ({ value, label: i18n._(names[value]) }))}
          value={kind}
          onChange={(value) => go({ ...search, bars: value === 'hour' ? undefined : (value as BarKind) })}
        />
      </div>
      <PeriodMove
        kind={period.kind}
        title={title}
        isLatest={period.to > Date.now()}
        onMove={(by) => go({ ...search, on: dayAt(barPeriod(kind, period.from, by)) })}
      />
      {children || (
        <>
          <Total energy={energy} />
          <div aria-busy={isPending}>
            <EnergyChart
              bars={energy?.bars ?? []}
              kind={kind}
              reading={reading}
              currency={energy?.currency}
            />
          </div>
          <Legend energy={energy} placeOf={placeOf} />
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.download}
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            disabled={!energy}
            onClick={() => energy && saveFile(`${t`Energy`} ${title}.csv`, energyCsv(energy), 'text/csv')}
          >
            <Trans>Download as CSV</Trans>
          </Button>
        </>
      )}
    </section>
  );
}

/** Shows the name of the device or room whose energy is shown, and a link to the whole home. */
function Subject({ search, placeOf }: Pick<Props, 'search' | 'placeOf'>) {
  const { groups } = useHome();
  const { room, device, ...rest } = search;
  const name = room ? groups.find(({ id }) => id === room)?.label : device && placeOf(device)?.name;
  return (
    <div className={classes.subject}>
      <h2 id="energy-bars">{name ?? t`Whole home`}</h2>
      {(room ?? device) && (
        <Link to="/energy" search={rest} replace resetScroll={false}>
          <Trans>Show the whole home</Trans>
        </Link>
      )}
    </div>
  );
}

function Total({ energy }: { energy: EnergyOf | undefined }) {
  const reading = usePreferences();
  const { used, produced, cost } = sumOf(energy?.bars ?? []);
  const price = costText(cost, energy?.currency, reading);
  return (
    <p className={classes.total}>
      <strong>{energyText(used, reading)}</strong>
      {price && <span>{price}</span>}
      {produced !== undefined && <span>{t`${energyText(produced, reading)} produced`}</span>}
    </p>
  );
}

/** Says what the bars do not show by themselves: gaps, estimates, production and counters that were reset. */
function Legend({ energy, placeOf }: Pick<Props, 'energy' | 'placeOf'>) {
  if (!energy) return null;
  const past = energy.bars.filter(({ from }) => from <= Date.now());
  const has = (test: (bar: Bar) => boolean) => past.some(test);
  const reset = energy.counters
    .filter(({ resets }) => resets > 0)
    .map(({ channel }) => placeOf(channel)?.name);
  const isUnknown =
    past.length > 0 && past.every(({ used, produced }) => used === undefined && produced === undefined);
  return (
    <ul className={classes.legend}>
      {isUnknown && <li>{t`There are no values for this time.`}</li>}
      {!isUnknown && has(({ used, produced }) => used === undefined && produced === undefined) && (
        <li data-sign="gap">{t`No values`}</li>
      )}
      {has(({ estimated }) => estimated > 0) && (
        <li data-sign="estimated">{t`Partly estimated: what was counted without values in between is spread evenly.`}</li>
      )}
      {has(({ produced }) => produced !== undefined) && <li data-sign="produced">{t`Produced`}</li>}
      {reset.length > 0 && <li>{t`Counting from zero again: ${[...new Set(reset)].join(', ')}`}</li>}
    </ul>
  );
}

/** Returns the bars as a file, one row each. */
function energyCsv({ bars, currency }: EnergyOf): string {
  const text = (value: number | undefined) => (value === undefined ? '' : String(value));
  const header = ['time', 'used_kwh', 'produced_kwh', 'estimated_kwh', 'cost', 'currency'];
  const rows = bars
    .filter(({ from }) => from <= Date.now())
    .map(({ from, used, produced, estimated, cost }) => [
      new Date(from).toISOString(),
      text(used),
      text(produced),
      text(estimated),
      text(cost),
      cost === undefined ? '' : (currency ?? ''),
    ]);
  return csvOf([header, ...rows]);
}

/** Returns the day in the address of a period; undefined for the present one. */
function dayAt({ from, to }: Period): string | undefined {
  const now = Date.now();
  return from <= now && now < to ? undefined : dateOf(from);
}
