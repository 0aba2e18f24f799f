import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { barPeriod, sumOf } from '../energy-chart/bars.ts';
import { costText, energyText } from '../energy-chart/energy-text.ts';
import { type EnergyOf, useEnergy } from '../energy-chart/use-energy.ts';
import type { Reading } from '../formats/reading.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { useChips } from '../summary/summary-provider.tsx';
import classes from './energy.module.css';

/** The power now, and what was used today and this month. */
export function Overview() {
  const reading = usePreferences();
  const now = Date.now();
  const today = barPeriod('hour', now);
  const yesterday = barPeriod('hour', now, -1);
  const month = barPeriod('day', now);
  const days = useEnergy({ kind: 'hour', from: yesterday.from, to: today.to });
  const months = useEnergy({ kind: 'month', from: month.from, to: month.to });
  const bars = days.data?.bars ?? [];
  const before = sumOf(
    bars.filter(({ from }) => from < today.from),
    yesterday.from + (now - today.from),
  );
  const ofToday = { ...days.data, bars: bars.filter(({ from }) => from >= today.from) };
  return (
    <dl className={classes.overview}>
      <Now />
      <Figure label={t`Today`} energy={ofToday} reading={reading}>
        {before.used !== undefined && t`${energyText(before.used, reading)} yesterday at this time`}
      </Figure>
      <Figure label={t`This month`} energy={months.data} reading={reading} />
    </dl>
  );
}

function Now() {
  const chips = useChips();
  const power = chips?.find(({ filter }) => filter === 'energy');
  return (
    <div>
      <dt>
        <Trans>Now</Trans>
      </dt>
      <dd>
        <strong>{power?.text ?? (chips ? '0 W' : '–')}</strong>
      </dd>
    </div>
  );
}

type FigureProps = {
  label: string;
  energy: Partial<EnergyOf> | undefined;
  reading: Reading;
  children?: ReactNode;
};

function Figure({ label, energy, reading, children }: FigureProps) {
  const { used, produced, cost } = sumOf(energy?.bars ?? []);
  const price = costText(cost, energy?.currency, reading);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{energyText(used, reading)}</strong>
        {price && <span>{price}</span>}
        {produced !== undefined && <span>{t`${energyText(produced, reading)} produced`}</span>}
        {children && <span>{children}</span>}
      </dd>
    </div>
  );
}
