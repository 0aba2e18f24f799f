import type { Channel, Component, Property } from '@azulejo/contract';
import { CompositeControl } from './composite-control.tsx';
import { Confirmation } from './confirmation.tsx';
import { Control } from './control.tsx';
import { numberView } from './number-view.ts';
import { type ControlConfig, isInline, kindOf } from './property.ts';
import classes from './property-control.module.css';
import { PropertyNote } from './property-note.tsx';
import { ReadingText } from './reading-text.tsx';
import { useControl } from './use-control.ts';

const WITHOUT_UNITS = {
  schema: '',
  unitsOptions: { vendorUnit: '', muzzleyUnit: '', targetImperial: '', targetMetric: '' },
};

type Props = {
  channel: Channel;
  component: Component;
  property: Property;
  /** The device's name for confirmations. */
  device?: string;
};

/** Shows a property with its name, its value, and its control. */
export function PropertyControl({ channel, component, property, device = component.label }: Props) {
  const control = useControl(channel, component, property, device);
  const { props, value, status, isPending, reading } = control;
  const kind = kindOf(property);
  // Members have their units in their suffixes.
  const memberView = (each: ControlConfig) => numberView(WITHOUT_UNITS, each, reading);
  return (
    <div className={classes.row} data-inline={isInline(kind)} {...control.attributes}>
      <div className={classes.head}>
        <div className={classes.label}>{props.label}</div>
        <PropertyNote value={value} status={status} isPending={isPending} />
      </div>
      <div className={classes.control}>
        {kind === 'reading' ? (
          <ReadingText value={value} property={property} />
        ) : kind === 'composite' ? (
          <CompositeControl {...props} members={property.controlInterfaces} viewOf={memberView} />
        ) : (
          <Control {...props} kind={kind} />
        )}
      </div>
      <Confirmation {...control.confirmation} />
    </div>
  );
}
