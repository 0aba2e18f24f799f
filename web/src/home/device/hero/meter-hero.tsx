import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { errorText } from '../../../design/error-text.ts';
import { numberView } from '../../controls/number-view.ts';
import { configOf } from '../../controls/property.ts';
import { valueText } from '../../controls/value-text.ts';
import { type BarKind, barKinds } from '../../energy-chart/bar-kinds.ts';
import { barPeriod, sumOf } from '../../energy-chart/bars.ts';
import { EnergyChart } from '../../energy-chart/energy-chart.tsx';
import { energyFigure } from '../../energy-chart/energy-text.ts';
import { useEnergy } from '../../energy-chart/use-energy.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import classes from './hero.module.css';
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

/** Returns what the device used in the period of this moment. */
const useDeviceEnergy = ({ channel }: HeroProps, kind: BarKind) =>
  useEnergy({ ...barPeriod(kind, Date.now()), kind, channel: channel.id });

function Today(props: HeroProps) {
  const reading = usePreferences();
  const { data } = useDeviceEnergy(props, 'hour');
  const { used, produced } = sumOf(data?.bars ?? []);
  return (
    <p className={classes.display}>
      {energyFigure(used ?? produced, reading)}
      <small>kWh</small>
    </p>
  );
}

function Bars(props: HeroProps & { kind: BarKind }) {
  const { kind } = props;
  const reading = usePreferences();
  const { data, error } = useDeviceEnergy(props, kind);
  return (
    <>
      <p className={classes.state}>{error && !data ? errorText(error) : i18n._(captions[kind])}</p>
      <EnergyChart bars={data?.bars ?? []} kind={kind} reading={reading} currency={data?.currency} />
    </>
  );
}
