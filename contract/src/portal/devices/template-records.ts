import { type Static, Type } from 'typebox';
import { ChannelTemplate } from '../../devices/channel-template.ts';
import { FieldError } from '../../errors.ts';
import { Timestamp } from '../../timestamp.ts';

const Author = Type.Object({
  id: Type.String({ description: 'Id of the portal account.' }),
  name: Type.String({ description: 'The account’s name.' }),
});

const origin = Type.Union([Type.Literal('catalogue'), Type.Literal('import'), Type.Literal('portal')], {
  description: 'Where it comes from: the catalogue of a release, the command line, or the portal.',
});

const written = {
  version: Type.Integer({ description: 'Number of the version, from 1.' }),
  created: Type.Union([Timestamp, Type.Null()], {
    description:
      'When it was stored; null for a template of the catalogue of which nothing was made or changed yet.',
  }),
  origin,
  author: Type.Union([Author, Type.Null()], {
    description:
      'The author of a version from the portal; null otherwise, or if the account no longer exists.',
  }),
};

export const TemplateVersion = Type.Object(
  { ...written, channels: Type.Integer({ description: 'Number of channels with this version.' }) },
  { title: 'PortalTemplateVersion' },
);
export type TemplateVersion = Static<typeof TemplateVersion>;

export const ListedTemplate = Type.Object(
  {
    id: Type.String({ description: 'Template id.' }),
    name: Type.String({ description: 'Name of the kind of device.' }),
    vendor: Type.String({ description: 'Brand.' }),
    model: Type.String({ description: 'The maker’s model name.' }),
    kind: Type.String({ description: 'Kind of device, e.g. `color-light`.' }),
    picture_url: Type.String({ description: 'URL of the photo of the device.' }),
    thumbnail_url: Type.String({ description: 'The same picture, sized for lists.' }),
    ...written,
    channels: Type.Integer({ description: 'Number of channels with any version.' }),
    channels_behind: Type.Integer({ description: 'Number of channels with an earlier version.' }),
  },
  { title: 'PortalListedTemplate', description: 'The newest version of a template.' },
);
export type ListedTemplate = Static<typeof ListedTemplate>;

export const TemplateDocument = Type.Object(
  {
    template: ChannelTemplate,
    ...written,
    newest_version: Type.Integer({ description: 'Number of the newest version of this template.' }),
    in_catalogue: Type.Boolean({
      description: 'Whether this release includes it. Versions from the portal take precedence.',
    }),
  },
  { title: 'PortalTemplate', description: 'One version of a template.' },
);
export type TemplateDocument = Static<typeof TemplateDocument>;

export const TemplateCheck = Type.Object(
  {
    errors: Type.Array(FieldError, {
      description: 'Why it cannot be stored, by path: `properties.2.schema`.',
    }),
    warnings: Type.Array(FieldError, { description: 'What can be stored but is probably a mistake.' }),
  },
  { title: 'PortalTemplateCheck' },
);
export type TemplateCheck = Static<typeof TemplateCheck>;

export const CompletedTemplate = Type.Object(
  {
    template: Type.Unknown({ description: 'The template, with the members that were missing.' }),
    completed: Type.Array(Type.String(), {
      description: 'Paths of the members that were filled in: `tiles`, `properties.2.id`.',
    }),
  },
  { title: 'PortalCompletedTemplate' },
);
export type CompletedTemplate = Static<typeof CompletedTemplate>;

const Choice = Type.Object({
  value: Type.String({ description: 'The value in the template.' }),
  label: Type.String({ description: 'Its name for people.' }),
});

const choices = (description: string) => Type.Array(Choice, { description });

/** The values that a template can use. */
export const TemplateVocabulary = Type.Object(
  {
    schemas: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The name in `schema` of a property.' }),
        title: Type.String({ description: 'Its name for people.' }),
        description: Type.String({ description: 'What values of it mean.' }),
        schema: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema of the values.' }),
      }),
      { description: 'The named schemas of values.' },
    ),
    units: choices('Units in which devices can report.'),
    pictures: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The name in `picture` and `tilePicture`.' }),
        url: Type.String({ description: 'URL of the picture.' }),
        thumbnail_url: Type.String({ description: 'The same picture, sized for lists.' }),
      }),
      { description: 'Pictures that the platform serves.' },
    ),
    image_origins: Type.Array(Type.String(), { description: 'Origins from which a page may show pictures.' }),
    kinds: Type.Array(Type.String(), { description: 'Kinds of devices of the listed templates.' }),
    categories: Type.Array(Type.String(), { description: 'Category ids.' }),
    interfaces: Type.Array(Type.String(), { description: 'Ids of device pages.' }),
    io: choices('Whether a property can be read, subscribed to and written.'),
    control_interfaces: choices('Kinds of controls of a property.'),
    conditions: choices('Conditions of triggers and states.'),
    information_types: choices('Kinds of values on a tile.'),
    action_types: choices('Kinds of buttons on a tile.'),
    action_icons: choices('Icons of the buttons on a tile.'),
    schema_keywords: Type.Array(Type.String(), { description: 'Keywords allowed in `schemaExtension`.' }),
  },
  { title: 'PortalTemplateVocabulary' },
);
export type TemplateVocabulary = Static<typeof TemplateVocabulary>;

/** The changes for channels of an earlier version when they move to the newest one. */
export const TemplateMovePlan = Type.Object(
  {
    from_version: Type.Integer({ description: 'The version that the channels have.' }),
    to_version: Type.Integer({ description: 'The newest version.' }),
    channels: Type.Integer({ description: 'Number of channels with `from_version`.' }),
    lost_properties: Type.Array(Type.String(), { description: 'As `component/property`.' }),
    new_properties: Type.Array(Type.String(), { description: 'As `component/property`.' }),
    changed_schemas: Type.Array(Type.String(), { description: 'Properties that accept other values now.' }),
    lost_tiles: Type.Array(Type.String(), { description: 'Labels, or the components of tiles without one.' }),
    new_tiles: Type.Array(Type.String(), { description: 'Labels, or the components of tiles without one.' }),
  },
  { title: 'PortalTemplateMovePlan' },
);
export type TemplateMovePlan = Static<typeof TemplateMovePlan>;
