import {
  type PortalVirtualDevice,
  toTimestamp,
  type VirtualDeviceProperty,
  type VirtualDeviceValue,
} from '@azulejo/contract';
import { isReadable, propertiesOfType } from '@azulejo/model';
import { type ListedVirtualDevice, schemaOf } from '../../connections/virtual-devices/index.ts';
import type { ValueSchemas, VersionedTemplate } from '../../devices/templates/index.ts';
import type { StoredValue } from '../../telemetry/values/index.ts';

export function toWireDevice(
  device: ListedVirtualDevice,
  template: VersionedTemplate,
  picture: (name: string) => string,
): PortalVirtualDevice {
  const { id, version, name, vendor, model } = template;
  return {
    channel_id: device.channelId,
    name: device.name,
    user: device.user ?? null,
    application: device.application ?? null,
    template: { id, version, name, vendor, model, photo_url: picture(template.picture) },
    seed: device.seed,
    faults: [...device.faults],
    held: device.held.length,
    created: toTimestamp(device.created),
    last_said: device.lastReported === undefined ? null : toTimestamp(device.lastReported),
  };
}

/** Returns the properties that the device can report, component by component. */
export function toWireProperties(
  { held }: ListedVirtualDevice,
  template: VersionedTemplate,
  schemas: ValueSchemas,
): VirtualDeviceProperty[] {
  return template.components.flatMap(({ id, label, type }) =>
    propertiesOfType(template.properties, type)
      .filter(isReadable)
      .map((property) => ({
        component: id,
        component_label: label,
        property: property.id,
        label: property.label,
        io: property.io,
        unit: property.unitsOptions.vendorUnit,
        is_event: property.schema === 'event',
        is_held: held.some(({ componentId, propertyId }) => componentId === id && propertyId === property.id),
        schema: schemaOf(property, schemas.find(property.schema) ?? {}),
      })),
  );
}

export const toWireValue = ({
  componentId,
  propertyId,
  data,
  timestamp,
}: StoredValue): VirtualDeviceValue => ({
  component: componentId,
  property: propertyId,
  data,
  timestamp: toTimestamp(timestamp),
});
