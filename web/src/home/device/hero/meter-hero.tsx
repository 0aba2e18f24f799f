import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { errorText } from '../../../design/error-text.ts';
import { numberView } from '../../controls/number-view.ts';
import { configOf } from '../../controls/property.ts';
import { valueText } from '../../controls/value-text.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { type BarKind, barKinds } from './energy-bars.ts';
import { EnergyChart } from './energy-chart.tsx';
import classes from './hero.module.css';
import meter from './meter-hero.module.css';
import { type HeroProps, Part } from './part.tsx';
import { Segments } from './segments.tsx';
import { useEnergy } from './use-energy.ts';

const names: Readonly<Record<BarKind, MessageDescriptor>> = {
  hour: msg`Hour`,
  day: msg`Day`,
  month: msg`Month`,
};

/** A meter: what it counted today, the power of now, and bars per hour, day or month. */
export function MeterHero(props: HeroProps) {
  const { energy, watts } = props.hero.parts;
  const reading = usePreferences();
  const [kind, setKind] = useState<BarKind>('hour');
  if (!energy) return null;
  const numbers = numberView(energy, configOf(energy), reading);
  return (
    <div className={meter.hero}>
      <div className={meter.head}>
        <div>
          <p className={classes.state}>
            <Trans>Today</Trans>
          </p>
          <Today {...props} />
        </div>
        {watts && (
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
        )}
      </div>
      <Segments
        label={t`Length of a bar`}
        value={kind}
        options={barKinds.map((value) => ({ value, label: i18n._(names[value]) }))}
        onChange={setKind}
      />
      <Bars {...props} key={kind} kind={kind} />
      <Part hero={props} property={energy} isQuiet className={meter.reads}>
        {({ value }) => (
          <>
            <span>
              <Trans>Meter reads</Trans>
            </span>
            <strong>{typeof value?.data === 'number' ? numbers.text(value.data) : '–'}</strong>
          </>
        )}
      </Part>
    </div>
  );
}

type Counted = HeroProps & { kind: BarKind };

/** Returns what the meter counted, and its number format. */
function useCounted({ channel, hero, kind }: Counted) {
  const reading = usePreferences();
  const { energy } = hero.parts;
  const numbers = energy && numberView(energy, configOf(energy), reading);
  return { ...useEnergy(channel, hero.component, energy, kind), numbers, reading };
}

function Today(props: HeroProps) {
  const { data, numbers, reading } = useCounted({ ...props, kind: 'hour' });
  const used = data?.reduce((sum, bar) => sum + bar.used, 0);
  return (
    <p className={classes.display}>
      {used === undefined || !numbers
        ? '–'
        : numbers.shown(used).toLocaleString(reading.locale, { maximumFractionDigits: 1 })}
      <small>{numbers?.unit}</small>
    </p>
  );
}

function Bars(props: Counted) {
  const { data, error, numbers, reading } = useCounted(props);
  return (
    <>
      <p className={classes.state}>{error ? errorText(error) : unitText(props.kind, numbers?.unit ?? '')}</p>
      <EnergyChart bars={data ?? []} kind={props.kind} unit={numbers?.unit ?? ''} reading={reading} />
    </>
  );
}

function unitText(kind: BarKind, unit: string): string {
  if (kind === 'hour') return t`${unit} in each hour`;
  return kind === 'day' ? t`${unit} in each day` : t`${unit} in each month`;
}
