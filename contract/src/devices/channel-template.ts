import { type Static, Type } from 'typebox';
import { Action, Component, Information } from '../home/tile-parts.ts';
import { TemplateProperty } from './property.ts';

/** How a tile of the device is drawn. A device has one tile, or one for each component of a repeated type. */
export const TemplateTile = Type.Object(
  {
    label: Type.Optional(Type.String({ description: 'Added to the channel’s name, e.g. `Left socket`.' })),
    components: Type.Array(Type.String(), { minItems: 1, description: 'Component ids.' }),
    information: Type.Array(Information, {
      description: 'Most important first; an icon-color comes first.',
    }),
    actions: Type.Array(Action, { description: 'Most important first.' }),
    isGroupable: Type.Boolean({ description: 'Whether people can put the tile into a group.' }),
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
    id: Type.String({ description: 'Channel template id.', format: 'uuid' }),
    name: Type.String({ description: 'Name of the kind of device.', minLength: 1, maxLength: 200 }),
    vendor: Type.String({ description: 'Brand.', minLength: 1, maxLength: 100 }),
    model: Type.String({ description: 'The maker’s model name.', minLength: 1, maxLength: 100 }),
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
        uuid: Type.String({ description: 'Id of the device page.', format: 'uuid' }),
        etag: Type.String({ description: 'Revision of the page.', minLength: 1 }),
        native: Type.Array(
          Type.Object({
            id: Type.String({ description: 'Id of the part.' }),
            type: Type.String({ description: 'Kind of part.' }),
            size: Type.String({ description: 'Size of the part.' }),
          }),
          { description: 'Parts of the page that an app has built in.' },
        ),
      },
      { description: 'The page that opens when the tile is tapped.' },
    ),
    components: Type.Array(Component, {
      description: 'The parts of the device, e.g. each socket of a power strip.',
      minItems: 1,
    }),
    properties: Type.Array(TemplateProperty, {
      description: 'Values that can be read, written and followed.',
    }),
    tiles: Type.Array(TemplateTile, { description: 'The tiles that a new device gets.' }),
    source: Type.Optional(
      Type.Object(
        {
          package: Type.String({ description: 'npm package of the definition.' }),
          version: Type.String({ description: 'Version of the package.' }),
          license: Type.String({ description: 'License of the package.' }),
          model: Type.String({ description: 'Name of the model in the package.' }),
        },
        { description: 'The definition from which the template was generated.' },
      ),
    ),
  },
  { title: 'ChannelTemplate', description: 'A channel template: what a kind of device can do.' },
);
export type ChannelTemplate = Static<typeof ChannelTemplate>;
