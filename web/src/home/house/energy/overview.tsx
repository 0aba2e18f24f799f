import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { barPeriod, sumOf } from '../../devices/energy-chart/bars.ts';
import { costText, energyText } from '../../devices/energy-chart/energy-text.ts';
import { type EnergyOf, useEnergy } from '../../devices/energy-chart/use-energy.ts';
import { useToday } from '../../devices/energy-chart/use-today.ts';
import { useChips } from '../../devices/summary/summary-provider.tsx';
import type { Reading } from '../../kit/formats/reading.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import classes from './energy.module.css';

/** Shows the power now, and what was used today and this month. */
export function Overview() {
  const reading = usePreferences();
  const { energy, usedYesterday } = useToday();
  const month = barPeriod('day', Date.now());
  const months = useEnergy({ kind: 'month', from: month.from, to: month.to });
  return (
    <dl className={classes.overview}>
      <Now />
      <Figure label={t`Today`} energy={energy} reading={reading}>
        {usedYesterday !== undefined && t`${energyText(usedYesterday, reading)} yesterday at this time`}
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
  energy: EnergyOf | undefined;
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
