import type { Channel, Component, Property } from '@azulejo/contract';
import { isReadable } from '@azulejo/model';
import { useState } from 'react';
import { propertyLabel } from '../../kit/formats/property-label.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import type { ControlProps } from './control-props.ts';
import { numberView } from './number-view.ts';
import { configOf } from './property.ts';
import { questionOf } from './question.ts';
import { useIsOverruled } from './use-light-choice.ts';
import { useProperty } from './use-property.ts';

/** Returns everything that a control of the property needs, and asks before what cannot be undone. */
export function useControl(channel: Channel, component: Component, property: Property, device: string) {
  const reading = usePreferences();
  const { value, status, send, isPending, shown } = useProperty(channel, component, property);
  const isOverruled = useIsOverruled(channel, component, property) && !isPending;
  const [requested, setRequested] = useState<{ data: unknown }>();
  const config = configOf(property);
  const props: ControlProps = {
    label: propertyLabel(property),
    config,
    value: isOverruled ? undefined : shown,
    numbers: numberView(property, config, reading),
    isWriteOnly: !isReadable(property),
    isDisabled: false,
    send: (data) => (questionOf(property, device, data) ? setRequested({ data }) : send(data)),
  };
  return {
    props,
    reading,
    value,
    status,
    isPending,
    isOverruled,
    /** Sends without asking, after a gesture that cannot happen by mistake. */
    sendNow: send,
    attributes: {
      'data-state': isPending ? 'pending' : status.state,
      'data-stale': value?.isStale,
      'data-component': component.id,
      'data-property': property.id,
    },
    confirmation: {
      question: requested && questionOf(property, device, requested.data),
      onClose: () => setRequested(undefined),
      onYes: () => send(requested?.data),
    },
  };
}

export type ControlState = ReturnType<typeof useControl>;
