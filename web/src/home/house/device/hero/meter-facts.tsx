import type { Property } from '@azulejo/contract';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { numberView } from '../../../devices/controls/number-view.ts';
import { configOf } from '../../../devices/controls/property.ts';
import { type Bar, barPeriod, sumOf } from '../../../devices/energy-chart/bars.ts';
import { costText, energyText } from '../../../devices/energy-chart/energy-text.ts';
import { useEnergy } from '../../../devices/energy-chart/use-energy.ts';
import type { Today } from '../../../devices/energy-chart/use-today.ts';
import { formatTime } from '../../../kit/formats/format-time.ts';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import meter from './meter-hero.module.css';
import { type HeroProps, Part } from './part.tsx';

type Props = { hero: HeroProps; energy: Property; today: Today };

/** Shows this month with its cost, the meter's reading, and the hour of today that used most. */
export function MeterFacts({ hero, energy, today }: Props) {
  const reading = usePreferences();
  const numbers = numberView(energy, configOf(energy), reading);
  return (
    <div className={meter.facts}>
      <Month channel={hero.channel.id} />
      <Part hero={hero} property={energy} isQuiet>
        {({ value }) => (
          <Fact label={<Trans>Meter reads</Trans>}>
            <strong>{typeof value?.data === 'number' ? numbers.text(value.data) : '–'}</strong>
          </Fact>
        )}
      </Part>
      <MostToday bars={today.energy?.bars ?? []} />
    </div>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <p className={meter.fact}>
      <span>{label}</span>
      <span>{children}</span>
    </p>
  );
}

function Month({ channel }: { channel: string }) {
  const reading = usePreferences();
  const { from, to } = barPeriod('day', Date.now());
  const { data } = useEnergy({ kind: 'month', from, to, channel });
  const { used, produced, cost } = sumOf(data?.bars ?? []);
  const price = costText(cost, data?.currency, reading);
  return (
    <Fact label={<Trans>This month</Trans>}>
      <strong>{energyText(used ?? produced, reading)}</strong>
      {price && ` ${price}`}
    </Fact>
  );
}

function MostToday({ bars }: { bars: readonly Bar[] }) {
  const reading = usePreferences();
  const most = bars.reduce<Bar | undefined>(
    (found, bar) => ((bar.used ?? 0) > (found?.used ?? 0) ? bar : found),
    undefined,
  );
  if (!most) return null;
  return (
    <Fact label={<Trans>Most today</Trans>}>
      {formatTime(most.from, reading)}–{formatTime(most.to, reading)} · {energyText(most.used, reading)}
    </Fact>
  );
}
