import type { DemoHome } from '@azulejo/catalog';
import type { ChannelTemplate } from '@azulejo/contract';
import { kebab } from '@azulejo/devices';
import { componentsWith } from '@azulejo/model';
import { type DemoDevice, demoDevices } from './demo-devices.ts';
import { plausibleValue } from './plausible.ts';

type Value = DemoHome['devices'][number]['values'][number];

function valuesOf({ values = {} }: DemoDevice, template: ChannelTemplate): Value[] {
  return template.properties
    .filter((property) => property.isStateful)
    .flatMap((property) =>
      componentsWith(template.components, property).map(({ id: component }) => ({
        component,
        property: property.id,
        value: values[`${component}/${property.id}`] ?? values[property.id] ?? plausibleValue(property),
      })),
    );
}

/** @throws when a device uses a template that the catalogue does not have */
export function demoHomeOf(templates: ReadonlyMap<string, ChannelTemplate>): DemoHome {
  const devices = demoDevices.map((device) => {
    const template = templates.get(device.template);
    if (!template) throw new Error(`the demo home wants an unknown template ${device.template}`);
    return {
      key: kebab(device.name),
      name: device.name,
      area: device.area,
      template: template.id,
      ...(device.tiles && { tiles: [...device.tiles] }),
      values: valuesOf(device, template),
    };
  });
  return { areas: [...new Set(devices.map(({ area }) => area))], devices };
}
