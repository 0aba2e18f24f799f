import {
  type ListedTemplate,
  type TemplateDocument,
  type TemplateVersion,
  toTimestamp,
} from '@azulejo/contract';
import type { Db } from '../../../database/index.ts';
import {
  byMaker,
  loadCatalogueIds,
  type Templates,
  type VersionedTemplate,
} from '../../../devices/templates/index.ts';
import { Problem } from '../../../platform/problem.ts';

type UrlOf = (picture: string) => string;

type Dependencies = { db: Db; templates: Templates; picture: UrlOf; thumbnail: UrlOf };

/** The author and time of a version. */
type Written = { id: string; version: number; created: number; authorId: string | null; name: string | null };

/** Reads templates for the portal: their versions, the authors, and how many channels are made from each. */
export function createTemplateUsage({ db, templates, picture, thumbnail }: Dependencies) {
  const written = writtenVersions(db);
  const counts = channelCounts(db);

  return {
    /** Returns each template at its newest version, by vendor and model. */
    async list(): Promise<ListedTemplate[]> {
      const catalogue = await loadCatalogueIds();
      const rows = Map.groupBy(await written.execute(), ({ id }) => id);
      const used = Map.groupBy(await counts.execute(), ({ id }) => id);
      const listed = await Promise.all(
        [...rows].map(async ([id, versions]): Promise<ListedTemplate> => {
          const newest = versions[0] as Written;
          const template = await templates.get(id, newest.version);
          const ofEach = used.get(id) ?? [];
          return {
            ...describe(template, { picture, thumbnail }),
            ...toWritten(newest, catalogue),
            channels: total(ofEach),
            channels_behind: total(ofEach.filter(({ version }) => version < newest.version)),
          };
        }),
      );
      return listed.toSorted(byMaker);
    },

    /** Returns the newest version unless another is named. Throws `not_found`. */
    async document(id: string, version?: number): Promise<TemplateDocument> {
      const catalogue = await loadCatalogueIds();
      const versions = await versionsOf(db, id);
      const shown = version === undefined ? versions[0] : versions.find((each) => each.version === version);
      if (!shown)
        throw new Problem('not_found', { detail: `There is no version ${version} of this template.` });
      const { version: _version, ...template } = await templates.get(id, shown.version);
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
      const versions = await versionsOf(db, id);
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
    .leftJoin('portal_accounts as a', 'a.id', 't.author_id')
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

/** Returns the versions, newest first. Throws `not_found`. */
async function versionsOf(db: Db, id: string): Promise<[Written, ...Written[]]> {
  const [newest, ...earlier] = await writtenVersions(db).where('t.id', '=', id).execute();
  if (!newest) throw new Problem('not_found', { detail: `There is no channel template "${id}".` });
  return [newest, ...earlier];
}

const describe = (
  { id, name, vendor, model, kind, picture: image }: VersionedTemplate,
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

const total = (rows: readonly { channels: number | string }[]): number =>
  rows.reduce((sum, { channels }) => sum + Number(channels), 0);

function toWritten(
  { id, version, created, authorId, name }: Written,
  catalogue: Pick<ReadonlySet<string>, 'has'>,
) {
  const author = authorId === null || name === null ? null : { id: authorId, name };
  const brought = catalogue.has(id) ? ('catalogue' as const) : ('import' as const);
  return {
    version,
    created: toTimestamp(created),
    origin: authorId === null ? brought : ('portal' as const),
    author,
  };
}
