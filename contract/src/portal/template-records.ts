import { type Static, Type } from 'typebox';
import { ChannelTemplate } from '../channel-template.ts';
import { FieldError } from '../errors.ts';
import { Timestamp } from '../timestamp.ts';

/** Bytes of the JSON of one template. */
export const MAX_TEMPLATE_BYTES = 300 * 1024;

const Author = Type.Object({ id: Type.String(), name: Type.String() });

const origin = Type.Union([Type.Literal('catalogue'), Type.Literal('import'), Type.Literal('portal')], {
  description: 'Who brought it: the catalogue of a release, the command line, or a page of the portal.',
});

const written = {
  version: Type.Integer(),
  created: Timestamp,
  origin,
  author: Type.Union([Author, Type.Null()], {
    description: 'Of a version that was written in the portal, while that account is there.',
  }),
};

export const TemplateVersion = Type.Object(
  { ...written, channels: Type.Integer({ description: 'How many are of this version.' }) },
  { title: 'PortalTemplateVersion' },
);
export type TemplateVersion = Static<typeof TemplateVersion>;

export const ListedTemplate = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    vendor: Type.String(),
    model: Type.String(),
    kind: Type.String(),
    picture_url: Type.String(),
    thumbnail_url: Type.String({ description: 'The same picture in the size of a list.' }),
    ...written,
    channels: Type.Integer({ description: 'Of any version.' }),
    channels_behind: Type.Integer({ description: 'Of earlier versions.' }),
  },
  { title: 'PortalListedTemplate', description: 'A template at its newest version.' },
);
export type ListedTemplate = Static<typeof ListedTemplate>;

export const TemplateDocument = Type.Object(
  {
    template: ChannelTemplate,
    ...written,
    newest_version: Type.Integer(),
    in_catalogue: Type.Boolean({
      description: 'Whether this release has it: what was written in the portal stays in front of that.',
    }),
  },
  { title: 'PortalTemplate', description: 'A template at one of its versions.' },
);
export type TemplateDocument = Static<typeof TemplateDocument>;

export const TemplateCheck = Type.Object(
  {
    errors: Type.Array(FieldError, {
      description: 'Why it cannot be stored, by path: `properties.2.schema`.',
    }),
    warnings: Type.Array(FieldError, { description: 'What can be stored, and is hardly meant.' }),
  },
  { title: 'PortalTemplateCheck' },
);
export type TemplateCheck = Static<typeof TemplateCheck>;

const Choice = Type.Object({ value: Type.String(), label: Type.String() });

/** What a template may name beside itself. */
export const TemplateVocabulary = Type.Object(
  {
    schemas: Type.Array(
      Type.Object({
        name: Type.String(),
        title: Type.String(),
        description: Type.String(),
        schema: Type.Record(Type.String(), Type.Unknown()),
      }),
    ),
    units: Type.Array(Choice),
    pictures: Type.Array(
      Type.Object({ name: Type.String(), url: Type.String(), thumbnail_url: Type.String() }),
    ),
    image_origins: Type.Array(Type.String(), { description: 'From which a page may show pictures.' }),
    kinds: Type.Array(Type.String()),
    categories: Type.Array(Type.String()),
    interfaces: Type.Array(Type.String(), { description: 'Ids of pages that open for a device.' }),
    io: Type.Array(Choice),
    control_interfaces: Type.Array(Choice),
    conditions: Type.Array(Choice),
    information_types: Type.Array(Choice),
    action_types: Type.Array(Choice),
    action_icons: Type.Array(Choice),
    schema_keywords: Type.Array(Type.String(), { description: 'What a `schemaExtension` may hold.' }),
  },
  { title: 'PortalTemplateVocabulary' },
);
export type TemplateVocabulary = Static<typeof TemplateVocabulary>;

/** What channels of an earlier version lose and win with the newest one. */
export const TemplateMovePlan = Type.Object(
  {
    from_version: Type.Integer(),
    to_version: Type.Integer(),
    channels: Type.Integer(),
    lost_properties: Type.Array(Type.String(), { description: 'As `component/property`.' }),
    new_properties: Type.Array(Type.String()),
    changed_schemas: Type.Array(Type.String(), { description: 'Of which other values are taken now.' }),
    lost_tiles: Type.Array(Type.String()),
    new_tiles: Type.Array(Type.String()),
  },
  { title: 'PortalTemplateMovePlan' },
);
export type TemplateMovePlan = Static<typeof TemplateMovePlan>;
