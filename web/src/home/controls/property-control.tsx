import type { Channel, Component, Property } from '@azulejo/contract';
import { isReadable } from '@azulejo/model';
import { useState } from 'react';
import { usePreferences } from '../preferences/use-preferences.ts';
import { CompositeControl } from './composite-control.tsx';
import { Confirmation } from './confirmation.tsx';
import { Control } from './control.tsx';
import { isInline, kindOf } from './control-kind.ts';
import type { ControlProps } from './control-props.ts';
import { numberView } from './number-view.ts';
import { type ControlConfig, configOf, questionOf } from './property.ts';
import classes from './property-control.module.css';
import { PropertyNote } from './property-note.tsx';
import { ReadingText } from './reading-text.tsx';
import { useIsOverruled } from './use-light-choice.ts';
import { useProperty } from './use-property.ts';

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

/** A property with its name, its value, and its control. */
export function PropertyControl({ channel, component, property, device = component.label }: Props) {
  const reading = usePreferences();
  const { value, status, send, isPending, shown } = useProperty(channel, component, property);
  const isOverruled = useIsOverruled(channel, component, property) && !isPending;
  const [asked, setAsked] = useState<{ data: unknown }>();
  const kind = kindOf(property);
  const config = configOf(property);
  // Members have their units in their suffixes.
  const memberView = (each: ControlConfig) => numberView(WITHOUT_UNITS, each, reading);
  const props: ControlProps = {
    label: property.label || property.id,
    config,
    value: isOverruled ? undefined : shown,
    numbers: numberView(property, config, reading),
    isWriteOnly: !isReadable(property),
    isDisabled: false,
    send: (data) => (questionOf(property, device, data) ? setAsked({ data }) : send(data)),
  };
  return (
    <div
      className={classes.row}
      data-inline={isInline(kind)}
      data-state={isPending ? 'pending' : status.state}
      data-stale={value?.isStale}
      data-component={component.id}
      data-property={property.id}
    >
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
      <Confirmation
        question={asked && questionOf(property, device, asked.data)}
        onClose={() => setAsked(undefined)}
        onYes={() => send(asked?.data)}
      />
    </div>
  );
}
