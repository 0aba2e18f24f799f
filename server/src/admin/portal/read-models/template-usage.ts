import {
  type ChannelTemplate,
  type ListedTemplate,
  type TemplateDocument,
  type TemplateVersion,
  toTimestamp,
} from '@azulejo/contract';
import type { Db } from '../../../database/index.ts';
import {
  byMaker,
  loadCatalogueIds,
  type OfferedTemplate,
  type Templates,
  unknownTemplate,
} from '../../../devices/templates/index.ts';
import { ApiError } from '../../../platform/api-error.ts';

type UrlOf = (picture: string) => string;

type Dependencies = { db: Db; templates: Templates; picture: UrlOf; thumbnail: UrlOf };

/** The author and time of a version; no time for a template of the catalogue that is not stored. */
type Written = {
  id: string;
  version: number;
  created: number | null;
  authorId: string | null;
  name: string | null;
};

/** Reads templates for the portal: their versions, the authors, and how many channels are made from each. */
export function createTemplateUsage({ db, templates, ...urls }: Dependencies) {
  const written = writtenVersions(db);
  const counts = channelCounts(db);
  const versionsOf = createVersionsOf(written, templates);

  return {
    /** Returns each template at its newest version, and what the catalogue offers, by vendor and model. */
    async list(): Promise<ListedTemplate[]> {
      const [catalogue, { offered }] = [await loadCatalogueIds(), await templates.lists()];
      const rows = Map.groupBy(await written.execute(), ({ id }) => id);
      const used = Map.groupBy(await counts.execute(), ({ id }) => id);
      const listed = await Promise.all(
        [...rows].map(async ([id, versions]): Promise<ListedTemplate> => {
          const newest = versions[0] as Written;
          const template = await templates.get(id, newest.version);
          const ofEach = used.get(id) ?? [];
          return {
            ...describe(template, urls),
            ...toWritten(newest, catalogue),
            channels: total(ofEach),
            channels_behind: total(ofEach.filter(({ version }) => version < newest.version)),
          };
        }),
      );
      // One of them may have been stored in between.
      const others = offered.filter(({ id }) => !rows.has(id)).map((each) => toOffered(each, urls));
      return [...listed, ...others].toSorted(byMaker);
    },

    /** Returns the newest version unless another is named. Throws `not_found`. */
    async document(id: string, version?: number): Promise<TemplateDocument> {
      const catalogue = await loadCatalogueIds();
      const versions = await versionsOf(id);
      const shown = version === undefined ? versions[0] : versions.find((each) => each.version === version);
      if (!shown)
        throw new ApiError('not_found', { detail: `There is no version ${version} of this template.` });
      const { version: _version, ...template } =
        shown.created === null ? await templates.find(id) : await templates.get(id, shown.version);
      return {
        template,
        ...toWritten(shown, catalogue),
        newest_version: versions[0].version,
        in_catalogue: catalogue.has(id),
      };
    },

    /** Returns the versions, newest first. Throws `not_found`. */
    async versions(id: string): Promise<TemplateVersion[]> {
      const catalogue = await loadCatalogueIds();
      const versions = await versionsOf(id);
      const used = await counts.where('template_id', '=', id).execute();
      return versions.map((each) => ({
        ...toWritten(each, catalogue),
        channels: total(used.filter(({ version }) => version === each.version)),
      }));
    },
  };
}

export type TemplateUsage = ReturnType<typeof createTemplateUsage>;

const writtenVersions = (db: Db) =>
  db.read
    .selectFrom('templates as t')
    .leftJoin('users as a', 'a.id', 't.author_id')
    .select(['t.id', 't.version', 't.created', 't.author_id as authorId', 'a.name'])
    .where('t.removed', 'is', null)
    .where('t.kind', '!=', 'context')
    .orderBy('t.id')
    .orderBy('t.version', 'desc');

const channelCounts = (db: Db) =>
  db.scan
    .selectFrom('channels')
    .select(['template_id as id', 'template_version as version'])
    .select((eb) => eb.fn.countAll<number>().as('channels'))
    .groupBy(['template_id', 'template_version']);

/** Returns a function that returns the versions of a template, newest first. It throws `not_found`. */
function createVersionsOf(written: ReturnType<typeof writtenVersions>, templates: Templates) {
  return async (id: string): Promise<[Written, ...Written[]]> => {
    const [newest, ...earlier] = await written.where('t.id', '=', id).execute();
    if (newest) return [newest, ...earlier];
    const { kind, version } = await templates.find(id);
    if (kind === 'context') throw unknownTemplate(id);
    return [unstored(id, version)];
  };
}

const unstored = (id: string, version: number): Written => ({
  id,
  version,
  created: null,
  authorId: null,
  name: null,
});

type Described = Pick<ChannelTemplate, 'id' | 'name' | 'vendor' | 'model' | 'kind' | 'picture'>;

const describe = (
  { id, name, vendor, model, kind, picture: image }: Described,
  { picture, thumbnail }: Pick<Dependencies, 'picture' | 'thumbnail'>,
) => ({
  id,
  name,
  vendor,
  model,
  kind,
  picture_url: picture(image),
  thumbnail_url: thumbnail(image),
});

const toOffered = (
  template: OfferedTemplate,
  urls: Pick<Dependencies, 'picture' | 'thumbnail'>,
): ListedTemplate => ({
  ...describe(template, urls),
  ...toWritten(unstored(template.id, template.version), new Set([template.id])),
  channels: 0,
  channels_behind: 0,
});

const total = (rows: readonly { channels: number | string }[]): number =>
  rows.reduce((sum, { channels }) => sum + Number(channels), 0);

function toWritten(
  { id, version, created, authorId, name }: Written,
  catalogue: Pick<ReadonlySet<string>, 'has'>,
) {
  const author = authorId === null || name === null ? null : { id: authorId, name };
  const withoutAuthor = catalogue.has(id) ? ('catalogue' as const) : ('import' as const);
  return {
    version,
    created: created === null ? null : toTimestamp(created),
    origin: authorId === null ? withoutAuthor : ('portal' as const),
    author,
  };
}
