import type { Db } from '../../../database/index.ts';

/** Maximum number of a manager's channels whose grants are read for a count or a list of users. */
const MAX_CHANNELS = 100_000;

/** Separates the template id from the channel id in a cursor; neither contains it. */
const CURSOR_SEPARATOR = ' ';

/** Returns the cursor of the page after this channel. */
export const channelCursor = ({ id, templateId }: { id: string; templateId: string }): string =>
  [templateId, id].join(CURSOR_SEPARATOR);

type Page = { readonly managerId: string; readonly after: string | undefined; readonly limit: number };

export type ManagerNumbers = ReturnType<typeof createManagerNumbers>;

/** Reads what managers have in homes, on reader threads. A maker may have a hundred thousand channels. */
export const createManagerNumbers = (db: Db) => ({
  count: (managerId: string) => countChannels(db, managerId),
  channels: (page: Page) => readChannels(db, page),
  users: (page: Page) => readUsers(db, page),

  /** Returns when each of these managers last used the API with its own token. */
  async lastSeen(managerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (managerIds.length === 0) return new Map();
    const rows = await db.scan
      .selectFrom('sign_ins')
      .select(({ fn }) => ['client_id as id', fn.max('last_used').as('lastSeen')])
      .where('client_id', 'in', managerIds)
      .where('user_id', 'is', null)
      .groupBy('client_id')
      .execute();
    return new Map(rows.map(({ id, lastSeen }) => [id, Number(lastSeen)]));
  },
});

/** Selects ids of channels in the order of the index, so that nothing is sorted. */
const channelsOf = (db: Db, managerId: string, limit: number) =>
  db.scan
    .selectFrom('channels')
    .select('id')
    .where('creator_id', '=', managerId)
    .where('removed', 'is', null)
    .orderBy('template_id')
    .orderBy('id')
    .limit(limit);

const grantsOf = (db: Db, managerId: string) =>
  db.scan
    .selectFrom(channelsOf(db, managerId, MAX_CHANNELS).as('made'))
    .innerJoin('grants', 'grants.channel_id', 'made.id')
    .where('grants.role', '=', 'user');

/** Counts channels and the users who have them. `isWhole` says that no channel was left out. */
async function countChannels(db: Db, managerId: string) {
  const { walked } = await db.scan
    .selectFrom(channelsOf(db, managerId, MAX_CHANNELS + 1).as('some'))
    .select(({ fn }) => fn.countAll<number | string>().as('walked'))
    .executeTakeFirstOrThrow();
  const { users } = await grantsOf(db, managerId)
    .select(({ fn }) => fn.count<number | string>('grants.grantee_id').distinct().as('users'))
    .executeTakeFirstOrThrow();
  const channels = Math.min(Number(walked), MAX_CHANNELS);
  return { channels, users: Number(users), isWhole: Number(walked) <= MAX_CHANNELS };
}

/** Reads channels by template and id, each with the number of its users. */
function readChannels(db: Db, { managerId, after, limit }: Page) {
  const [templateId = '', id = ''] = after?.split(CURSOR_SEPARATOR, 2) ?? [];
  return db.scan
    .selectFrom('channels')
    .select((eb) => [
      'channels.id',
      'channels.name',
      'channels.template_id as templateId',
      'channels.remote_key as remoteKey',
      'channels.created',
      eb
        .selectFrom('grants')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('grants.channel_id', '=', 'channels.id')
        .where('grants.role', '=', 'user')
        .as('users'),
    ])
    .where('creator_id', '=', managerId)
    .where('removed', 'is', null)
    .where((eb) =>
      eb.or([
        eb('template_id', '>', templateId),
        eb.and([eb('template_id', '=', templateId), eb('id', '>', id)]),
      ]),
    )
    .orderBy('template_id')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Reads users after an id, each with the number of channels. */
const readUsers = (db: Db, { managerId, after, limit }: Page) =>
  grantsOf(db, managerId)
    .innerJoin('users', 'users.id', 'grants.grantee_id')
    .select(({ fn }) => [
      'users.id',
      'users.name',
      'users.email',
      fn.countAll<number | string>().as('channels'),
    ])
    .where('users.id', '>', after ?? '')
    .where('users.state', '<>', 'removed')
    .groupBy(['users.id', 'users.name', 'users.email'])
    .orderBy('users.id')
    .limit(limit)
    .execute();
