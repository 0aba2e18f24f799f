import { type Static, Type } from 'typebox';

const Value = Type.Object({
  component: Type.String({ description: 'Component id.' }),
  property: Type.String({ description: 'Property id.' }),
  value: Type.Unknown({ description: 'As the property’s schema says.' }),
});

/** A home to explore before any device is paired: areas, devices and their last values. */
export const DemoHome = Type.Object({
  areas: Type.Array(Type.String()),
  devices: Type.Array(
    Type.Object({
      key: Type.String({ description: 'Stable name of the device within the home.' }),
      name: Type.String({ description: 'What the family calls it.' }),
      area: Type.String({ description: 'One of the areas.' }),
      template: Type.String({ format: 'uuid', description: 'Template id.' }),
      tiles: Type.Optional(Type.Array(Type.String(), { description: 'Names of its tiles, in their order.' })),
      values: Type.Array(Value),
    }),
  ),
});
export type DemoHome = Static<typeof DemoHome>;
