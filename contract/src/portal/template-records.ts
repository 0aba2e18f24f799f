import { type Static, Type } from 'typebox';
import { ChannelTemplate } from '../channel-template.ts';
import { FieldError } from '../errors.ts';
import { Timestamp } from '../timestamp.ts';

/** Maximum size of a template as JSON, in bytes. */
export const MAX_TEMPLATE_BYTES = 300 * 1024;

const Author = Type.Object({ id: Type.String(), name: Type.String() });

const origin = Type.Union([Type.Literal('catalogue'), Type.Literal('import'), Type.Literal('portal')], {
  description: 'Where it comes from: the catalogue of a release, the command line, or the portal.',
});

const written = {
  version: Type.Integer(),
  created: Timestamp,
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
    id: Type.String(),
    name: Type.String(),
    vendor: Type.String(),
    model: Type.String(),
    kind: Type.String(),
    picture_url: Type.String(),
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
    newest_version: Type.Integer(),
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

const Choice = Type.Object({ value: Type.String(), label: Type.String() });

/** The values that a template can use. */
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
    image_origins: Type.Array(Type.String(), { description: 'Origins from which a page may show pictures.' }),
    kinds: Type.Array(Type.String()),
    categories: Type.Array(Type.String()),
    interfaces: Type.Array(Type.String(), { description: 'Ids of device pages.' }),
    io: Type.Array(Choice),
    control_interfaces: Type.Array(Choice),
    conditions: Type.Array(Choice),
    information_types: Type.Array(Choice),
    action_types: Type.Array(Choice),
    action_icons: Type.Array(Choice),
    schema_keywords: Type.Array(Type.String(), { description: 'Keywords allowed in `schemaExtension`.' }),
  },
  { title: 'PortalTemplateVocabulary' },
);
export type TemplateVocabulary = Static<typeof TemplateVocabulary>;

/** What changes for channels of an earlier version when they move to the newest one. */
export const TemplateMovePlan = Type.Object(
  {
    from_version: Type.Integer(),
    to_version: Type.Integer(),
    channels: Type.Integer(),
    lost_properties: Type.Array(Type.String(), { description: 'As `component/property`.' }),
    new_properties: Type.Array(Type.String()),
    changed_schemas: Type.Array(Type.String(), { description: 'Properties that accept other values now.' }),
    lost_tiles: Type.Array(Type.String()),
    new_tiles: Type.Array(Type.String()),
  },
  { title: 'PortalTemplateMovePlan' },
);
export type TemplateMovePlan = Static<typeof TemplateMovePlan>;
