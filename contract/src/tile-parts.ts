import { type Static, Type } from 'typebox';
import { ActionIcon, ActionType, InformationType } from './enumerations.ts';

export const Information = Type.Object(
  {
    componentType: Type.String(),
    property: Type.String({ description: 'Property id.' }),
    type: InformationType,
    options: Type.Object(
      {
        inputPath: Type.Optional(Type.String({ description: '`$`, the whole value.' })),
        inputUnit: Type.Optional(Type.String({ description: 'Unit key (text-unit).' })),
        mathExpression: Type.Optional(Type.String({ description: 'Expression in `x` (text-expression).' })),
        prefix: Type.Optional(Type.String()),
        suffix: Type.Optional(Type.String()),
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
    componentType: Type.String(),
    property: Type.String({ description: 'Property id.' }),
    type: ActionType,
    options: Type.Object({
      icon: ActionIcon,
      mappings: Type.Object({ off: Type.Literal(false), on: Type.Literal(true) }),
      outputPath: Type.String({ description: '`$`, the whole value.' }),
    }),
  },
  { title: 'Action', description: 'What a tap on the tile does (spec 2.5).' },
);
export type Action = Static<typeof Action>;

export const Component = Type.Object(
  {
    classes: Type.Array(Type.String(), {
      description: 'Of the form `com.<vendor>.components.<group>.<name>`.',
    }),
    id: Type.String(),
    label: Type.String(),
    type: Type.String(),
  },
  { title: 'Component', description: 'A part of the device (spec 2.4).' },
);
export type Component = Static<typeof Component>;
