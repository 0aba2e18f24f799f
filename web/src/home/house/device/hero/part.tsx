import type { Channel, Property } from '@azulejo/contract';
import type { ReactNode } from 'react';
import { Confirmation } from '../../../devices/controls/confirmation.tsx';
import { PropertyNote } from '../../../devices/controls/property-note.tsx';
import { type ControlState, useControl } from '../../../devices/controls/use-control.ts';
import type { Hero } from './hero-of.ts';

export type HeroProps = {
  channel: Channel;
  hero: Hero;
  /** The device's name for confirmations. */
  device: string;
  /** Whether the page has several heroes, which are then named. */
  isOneOfSeveral: boolean;
};

type Props = {
  hero: HeroProps;
  property: Property;
  /** Whether another part of the hero already says that the device does not answer. */
  isQuiet?: boolean;
  className?: string;
  children: (control: ControlState) => ReactNode;
};

/** Shows one property of a hero: what it shows, and the status of its last write. */
export function Part({ hero, property, isQuiet = false, className, children }: Props) {
  const { component } = hero.hero;
  const control = useControl(hero.channel, component, property, hero.device);
  const { value, status, isPending } = control;
  return (
    <div className={className} {...control.attributes}>
      {children(control)}
      <PropertyNote value={isQuiet ? undefined : value} status={status} isPending={isPending} />
      <Confirmation {...control.confirmation} />
    </div>
  );
}
