import type { Channel, Component, Property, Tile } from '@azulejo/contract';
import { propertiesOf } from '@azulejo/model';
import { useId, useState } from 'react';
import { PropertyControl } from '../controls/property-control.tsx';
import classes from './device.module.css';
import { groupOf } from './property-group.ts';

type Props = {
  channel: Channel;
  component: Component;
  tiles: readonly Tile[];
  device: string;
  /** The name is shown only if there are several components. */
  isNamed: boolean;
};

/** A component with all its properties: those on its tile first, those rarely needed folded. */
export function ComponentSection({ channel, component, tiles, device, isNamed }: Props) {
  const id = useId();
  const properties = inOrderOf(propertiesOf(channel, component), component, tiles);
  const ofGroup = (name: string) => properties.filter((property) => groupOf(property) === name);
  const rows = (own: readonly Property[]) =>
    own.map((property) => (
      <PropertyControl
        key={property.id}
        channel={channel}
        component={component}
        property={property}
        device={device}
      />
    ));
  const [main, settings, diagnostics] = ['main', 'settings', 'diagnostics'].map(ofGroup);
  return (
    <section className={classes.component} aria-labelledby={id}>
      <h2 id={id} className={isNamed ? classes.heading : 'visually-hidden'}>
        {component.label || component.id}
      </h2>
      {main && main.length > 0 && <div className={classes.card}>{rows(main)}</div>}
      {properties.length === 0 && <p className={classes.quiet}>Nothing to show here.</p>}
      <Fold title="Settings" count={settings?.length ?? 0}>
        {() => rows(settings ?? [])}
      </Fold>
      <Fold title="Diagnostics" count={diagnostics?.length ?? 0}>
        {() => rows(diagnostics ?? [])}
      </Fold>
    </section>
  );
}

/** A fold that is rendered when it is opened for the first time. */
function Fold({ title, count, children }: { title: string; count: number; children: () => React.ReactNode }) {
  const [wasOpen, setWasOpen] = useState(false);
  if (count === 0) return null;
  return (
    <details
      className={classes.card}
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpen(true)}
    >
      <summary>
        {title} <span>{count}</span>
      </summary>
      {wasOpen && children()}
    </details>
  );
}

/** Orders properties: the tile's actions, then its information, then the rest in the template's order. */
function inOrderOf(
  properties: readonly Property[],
  { type }: Component,
  tiles: readonly Tile[],
): readonly Property[] {
  const parts = tiles.flatMap(({ actions, information }) => [...actions, ...information]);
  const placeOf = ({ id }: Property) => {
    const place = parts.findIndex((part) => part.property === id && part.componentType === type);
    return place < 0 ? parts.length : place;
  };
  return properties.toSorted((one, other) => placeOf(one) - placeOf(other));
}
