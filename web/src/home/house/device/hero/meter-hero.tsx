import type { Property } from '@azulejo/contract';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { errorText } from '../../../../design/error-text.ts';
import { IconTrendingDown, IconTrendingUp } from '../../../../design/page-icons.generated.ts';
import { valueText } from '../../../devices/controls/value-text.ts';
import { type BarKind, barKinds, barPeriod, sumOf } from '../../../devices/energy-chart/bars.ts';
import { EnergyChart } from '../../../devices/energy-chart/energy-chart.tsx';
import { energyFigure, percentText } from '../../../devices/energy-chart/energy-text.ts';
import { type EnergyOf, useEnergy } from '../../../devices/energy-chart/use-energy.ts';
import { type Today, useToday } from '../../../devices/energy-chart/use-today.ts';
import type { Reading } from '../../../kit/formats/reading.ts';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import classes from './hero.module.css';
import { MeterFacts } from './meter-facts.tsx';
import meter from './meter-hero.module.css';
import { type HeroProps, Part } from './part.tsx';
import { Segments } from './segments.tsx';

const names: Readonly<Record<BarKind, MessageDescriptor>> = {
  hour: msg`Hour`,
  day: msg`Day`,
  month: msg`Month`,
};

const captions: typeof names = {
  hour: msg`kWh in each hour`,
  day: msg`kWh in each day`,
  month: msg`kWh in each month`,
};

/** Shows a meter: the energy of today, the current power, bars per hour, day or month, and some facts. */
export function MeterHero(props: HeroProps) {
  const { energy, watts } = props.hero.parts;
  const reading = usePreferences();
  const today = useToday(props.channel.id);
  const [kind, setKind] = useState<BarKind>('hour');
  if (!energy) return null;
  return (
    <div className={meter.hero}>
      <div className={meter.head}>
        <div>
          <p className={classes.state}>
            <Trans>Today</Trans>
          </p>
          <Figure today={today} reading={reading} />
        </div>
        {watts && <Now {...props} watts={watts} reading={reading} />}
      </div>
      <Comparison today={today} reading={reading} />
      <Segments
        label={t`Length of a bar`}
        value={kind}
        options={barKinds.map((value) => ({ value, label: i18n._(names[value]) }))}
        onChange={setKind}
      />
      {kind === 'hour' ? (
        <Bars kind={kind} energy={today.energy} error={today.error} />
      ) : (
        <LongBars key={kind} kind={kind} channel={props.channel.id} />
      )}
      <MeterFacts hero={props} energy={energy} today={today} />
    </div>
  );
}

type TodayProps = { today: Today; reading: Reading };

function Figure({ today: { energy }, reading }: TodayProps) {
  const { used, produced } = sumOf(energy?.bars ?? []);
  return (
    <p className={classes.display}>
      {energyFigure(used ?? produced, reading)}
      <small>kWh</small>
    </p>
  );
}

function Now({ watts, reading, ...props }: HeroProps & { watts: Property; reading: Reading }) {
  return (
    <Part hero={props} property={watts} className={meter.now}>
      {({ value }) => (
        <>
          <p className={classes.state}>
            <Trans>Now</Trans>
          </p>
          <p className={classes.reading}>{valueText(value?.data, watts, reading) ?? '–'}</p>
        </>
      )}
    </Part>
  );
}

/** Says how today compares with yesterday up to this time; nothing until yesterday is known. */
function Comparison({ today: { energy, usedYesterday }, reading }: TodayProps) {
  const { used } = sumOf(energy?.bars ?? []);
  if (used === undefined || !usedYesterday) return null;
  const change = Math.round((used / usedYesterday - 1) * 100) / 100;
  const share = percentText(Math.abs(change), reading);
  if (change === 0) return <p className={meter.change}>{t`As much as yesterday by now`}</p>;
  return (
    <p className={meter.change} data-less={change < 0}>
      {change < 0 ? (
        <IconTrendingDown size={20} aria-hidden="true" />
      ) : (
        <IconTrendingUp size={20} aria-hidden="true" />
      )}
      {change < 0 ? t`${share} less than yesterday by now` : t`${share} more than yesterday by now`}
    </p>
  );
}

function LongBars({ kind, channel }: { kind: BarKind; channel: string }) {
  const { data, error } = useEnergy({ ...barPeriod(kind, Date.now()), kind, channel });
  return <Bars kind={kind} energy={data} error={error} />;
}

type BarsProps = { kind: BarKind; energy: EnergyOf | undefined; error: Error | null };

function Bars({ kind, energy, error }: BarsProps) {
  const reading = usePreferences();
  return (
    <>
      <p className={classes.state}>{error && !energy ? errorText(error) : i18n._(captions[kind])}</p>
      <EnergyChart bars={energy?.bars ?? []} kind={kind} reading={reading} currency={energy?.currency} />
    </>
  );
}
