import { type TProperties, type TSchema, Type } from 'typebox';
import { Component } from '../home/tile-parts.ts';
import { ChannelTemplate, TemplateTile } from './channel-template.ts';
import { TemplateProperty } from './property.ts';

/** Returns the object with only these members required. */
function optionalBut<Properties extends TProperties>(
  { properties }: { properties: Properties },
  required: readonly (keyof Properties & string)[],
  options: { title: string; description: string },
) {
  const members = Object.entries(properties).map(([name, schema]): [string, TSchema] => [
    name,
    required.includes(name) ? schema : Type.Optional(schema),
  ]);
  return Type.Object(Object.fromEntries(members), options);
}

const ComponentInFile = optionalBut(Component, ['id'], {
  title: 'Component',
  description: 'A part of the device. `type` and `label` are the id by default.',
});

const PropertyInFile = optionalBut(TemplateProperty, ['label', 'schema'], {
  title: 'Property',
  description:
    'What the device measures, and which commands it takes. The rest follows from `label`, `schema` and `io`.',
});

/**
 * The file format of `azulejo template import`: a channel template, which may leave out what follows from the
 * rest.
 */
export const TemplateFile = Type.Object(
  {
    ...optionalBut(ChannelTemplate, ['name', 'vendor', 'model'], { title: '', description: '' }).properties,
    components: Type.Optional(Type.Array(ComponentInFile, { minItems: 1 })),
    properties: Type.Array(PropertyInFile),
    tiles: Type.Optional(Type.Array(TemplateTile)),
  },
  {
    title: 'TemplateFile',
    description: 'A channel template for `azulejo template import`: a kind of device, by brand and model.',
  },
);

/** A plug with one switch, in full. */
export const exampleTemplateFile = {
  name: 'Olaria plug',
  vendor: 'Olaria',
  model: 'P1',
  kind: 'plug',
  properties: [{ label: 'On/off', schema: 'on-off', io: 'rws' }],
};
