import type { Db } from '../../../database/index.ts';

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
  (db: Db) =>
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
    return rows.map(({ id, template_id, template_version, name, remote_key }) => ({
      id,
      channeltemplate_id: template_id,
      channeltemplate_version: template_version,
      name,
      remote_key: remote_key ?? '',
    }));
  };
