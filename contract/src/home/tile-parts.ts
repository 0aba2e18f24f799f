import { type Static, Type } from 'typebox';
import { ActionIcon, ActionType, InformationType } from '../enumerations.ts';

export const Information = Type.Object(
  {
    componentType: Type.String({ description: 'Type of the component that has the property.' }),
    property: Type.String({ description: 'Property id.' }),
    type: InformationType,
    options: Type.Object(
      {
        inputPath: Type.Optional(Type.String({ description: '`$`, the whole value.' })),
        inputUnit: Type.Optional(Type.String({ description: 'Unit key (text-unit).' })),
        mathExpression: Type.Optional(Type.String({ description: 'Expression in `x` (text-expression).' })),
        prefix: Type.Optional(Type.String({ description: 'Text before the value.' })),
        suffix: Type.Optional(Type.String({ description: 'Text after the value, e.g. its unit.' })),
        char: Type.Optional(Type.String({ description: 'Icon glyph (icon-color).' })),
        format: Type.Optional(Type.String({ description: '`hsv` (icon-color).' })),
      },
      { description: 'Depends on `type`: see the table in spec 2.5.' },
    ),
  },
  { title: 'Information', description: 'A value that the tile shows (spec 2.5).' },
);
export type Information = Static<typeof Information>;

export const Action = Type.Object(
  {
    componentType: Type.String({ description: 'Type of the component that has the property.' }),
    property: Type.String({ description: 'Property id.' }),
    type: ActionType,
    options: Type.Object(
      {
        icon: ActionIcon,
        mappings: Type.Object(
          {
            off: Type.Literal(false, { description: 'The value that switches it off.' }),
            on: Type.Literal(true, { description: 'The value that switches it on.' }),
          },
          { description: 'The values to write.' },
        ),
        outputPath: Type.String({ description: '`$`, the whole value.' }),
      },
      { description: 'How the switch looks, and what it writes.' },
    ),
  },
  { title: 'Action', description: 'The actions of a tap on the tile (spec 2.5).' },
);
export type Action = Static<typeof Action>;

export const Component = Type.Object(
  {
    classes: Type.Array(Type.String(), {
      description: 'Of the form `com.<vendor>.components.<group>.<name>`.',
    }),
    id: Type.String({ description: 'Component id, unique in the channel.' }),
    label: Type.String({ description: 'Name of the component, for people.' }),
    type: Type.String({ description: 'Type of the component, by which tiles and properties refer to it.' }),
  },
  { title: 'Component', description: 'A part of the device (spec 2.4).' },
);
export type Component = Static<typeof Component>;
