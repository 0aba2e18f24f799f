import type {
  PortalVirtualDeviceDetails,
  VirtualDeviceProperty,
  VirtualDeviceValue,
} from '@azulejo/contract';
import { valueKey } from '@azulejo/sdk';
import { Stack } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import { PropertyRow } from './property-row.tsx';
import type { DeviceValues } from './use-device-values.ts';

type Props = {
  device: PortalVirtualDeviceDetails;
  values: DeviceValues;
  mayChange: boolean;
  onReported: (values: readonly VirtualDeviceValue[]) => void;
};

/** Shows the properties that the device can report, component by component. */
export function Properties({ device, values, mayChange, onReported }: Props) {
  const components = Map.groupBy(device.properties, ({ component }) => component);
  return (
    <Stack gap="lg">
      {[...components].map(([component, properties]) => (
        <Section key={component} title={titleOf(properties)} text={component}>
          <Stack gap="lg">
            {properties.map((property) => (
              <PropertyRow
                key={property.property}
                channelId={device.channel_id}
                property={property}
                value={values.get(valueKey(component, property.property))}
                mayChange={mayChange}
                onReported={onReported}
              />
            ))}
          </Stack>
        </Section>
      ))}
    </Stack>
  );
}

const titleOf = ([first]: readonly VirtualDeviceProperty[]): string => first?.component_label ?? '';
