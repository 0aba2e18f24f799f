import { type Static, Type } from 'typebox';
import { TemplateProperty } from './property.ts';
import { Action, Component, Information } from './tile-parts.ts';

/** How a tile of the device is drawn. A device has one tile, or one for each component of a repeated type. */
export const TemplateTile = Type.Object(
  {
    label: Type.Optional(Type.String({ description: 'Added to the channel’s name, e.g. `Left socket`.' })),
    components: Type.Array(Type.String(), { minItems: 1, description: 'Component ids.' }),
    information: Type.Array(Information, {
      description: 'Most important first; an icon-color comes first.',
    }),
    actions: Type.Array(Action, { description: 'Most important first.' }),
    isGroupable: Type.Boolean(),
  },
  { title: 'TemplateTile' },
);
export type TemplateTile = Static<typeof TemplateTile>;

/**
 * A kind of device: brand, model, components, properties and how it is drawn. This is the file format of
 * `catalog/` and of `azulejo template import`.
 */
export const ChannelTemplate = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    vendor: Type.String({ minLength: 1, maxLength: 100 }),
    model: Type.String({ minLength: 1, maxLength: 100 }),
    kind: Type.String({ pattern: '^[a-z0-9-]+$', description: 'Kind of device, e.g. `color-light`.' }),
    content: Type.String({ description: 'Content kind of its channels (spec 2.4), `Device`.' }),
    categories: Type.Array(Type.String(), {
      description: 'Category ids, e.g. `com.azulejo.categories.lighting`.',
    }),
    picture: Type.String({
      pattern: '^([a-z0-9-]+\\.png|https?://.+)$',
      description: 'Photo of the device: the name of a picture served by the platform, or an absolute URL.',
    }),
    tilePicture: Type.String({
      pattern: '^([a-z0-9-]+\\.png|https?://.+)$',
      description: 'The same, for tiles.',
    }),
    interface: Type.Object(
      {
        uuid: Type.String({ format: 'uuid' }),
        etag: Type.String({ minLength: 1 }),
        native: Type.Array(Type.Object({ id: Type.String(), type: Type.String(), size: Type.String() })),
      },
      { description: 'The page that opens when the tile is tapped.' },
    ),
    components: Type.Array(Component, { minItems: 1 }),
    properties: Type.Array(TemplateProperty),
    tiles: Type.Array(TemplateTile),
    source: Type.Optional(
      Type.Object({
        package: Type.String(),
        version: Type.String(),
        license: Type.String(),
        model: Type.String(),
      }),
    ),
  },
  { title: 'ChannelTemplate' },
);
export type ChannelTemplate = Static<typeof ChannelTemplate>;
