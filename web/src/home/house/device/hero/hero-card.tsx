import { useId } from 'react';
import { CoverHero } from './cover-hero.tsx';
import classes from './hero.module.css';
import type { HeroKind } from './hero-of.ts';
import { LampHero } from './lamp-hero.tsx';
import { LockHero } from './lock-hero.tsx';
import { MeterHero } from './meter-hero.tsx';
import type { HeroProps } from './part.tsx';
import { ReadingHero } from './reading-hero.tsx';
import { SwitchHero } from './switch-hero.tsx';
import { ThermostatHero } from './thermostat-hero.tsx';

const heroes: Readonly<Record<HeroKind, (props: HeroProps) => React.ReactNode>> = {
  cover: CoverHero,
  lamp: LampHero,
  thermostat: ThermostatHero,
  lock: LockHero,
  meter: MeterHero,
  switch: SwitchHero,
  reading: ReadingHero,
};

/** Shows what the page of a device begins with. */
export function HeroCard(props: HeroProps) {
  const id = useId();
  const { kind, component } = props.hero;
  const Hero = heroes[kind];
  return (
    <section className={classes.card} aria-labelledby={id} data-hero={kind}>
      <h2 id={id} className={props.isOneOfSeveral && kind !== 'switch' ? classes.heading : 'visually-hidden'}>
        {component.label || component.id}
      </h2>
      <Hero {...props} />
    </section>
  );
}
