import type { Db } from '../../../database/index.ts';
import type { Templates } from '../../../devices/templates/index.ts';

type Filter = { readonly path: Filterable; readonly equals: readonly string[] };

type Query = {
  readonly managerId: string;
  readonly filters: readonly Filter[];
  readonly isDescending: boolean;
  readonly limit: number;
  readonly offset: number;
};

const COLUMNS = {
  'channel.id': 'id',
  'channel.channeltemplate_id': 'template_id',
  'channel.name': 'name',
  'channel.remote_key': 'remote_key',
} as const;

type Filterable = keyof typeof COLUMNS;

export const isFilterable = (path: string): path is Filterable => Object.hasOwn(COLUMNS, path);

export type ListChannels = ReturnType<typeof createListChannels>;

/** Lists the channels that a manager created. A maker may have a hundred thousand, so SQL selects the page. */
export const createListChannels =
  (db: Db, templates: Templates) =>
  async ({ managerId, filters, isDescending, limit, offset }: Query) => {
    if (filters.some(({ equals }) => equals.length === 0)) return [];
    let query = db.scan
      .selectFrom('channels')
      .select(['id', 'template_id', 'template_version', 'name', 'remote_key'])
      .where('creator_id', '=', managerId)
      .where('removed', 'is', null);
    for (const { path, equals } of filters) query = query.where(COLUMNS[path], 'in', [...equals]);
    const rows = await query
      .orderBy('id', isDescending ? 'desc' : 'asc')
      .limit(limit)
      .offset(offset)
      .execute();
    const componentIds = await componentIdsOf(rows, templates);
    return rows.map((row) => ({
      id: row.id,
      channeltemplate_id: row.template_id,
      channeltemplate_version: row.template_version,
      component_ids: componentIds.get(versionOf(row)) ?? [],
      name: row.name,
      remote_key: row.remote_key ?? '',
    }));
  };

type Templated = { readonly template_id: string; readonly template_version: number };

const versionOf = ({ template_id, template_version }: Templated): string =>
  `${template_id}@${template_version}`;

/** Returns the ids of the components for each version of a template; most channels share a few of them. */
async function componentIdsOf(rows: readonly Templated[], templates: Templates) {
  const found = new Map<string, string[]>();
  for (const row of rows) {
    if (found.has(versionOf(row))) continue;
    const { components } = await templates.get(row.template_id, row.template_version);
    found.set(
      versionOf(row),
      components.map(({ id }) => id),
    );
  }
  return found;
}
