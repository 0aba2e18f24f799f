import type { Db } from '../../../database/index.ts';
import { invalidField } from '../../../platform/api-error.ts';
import { type AccountKind, ofKind } from '../account-kind.ts';
import { emailKey, nameKey, toUser, type User } from '../user.ts';

export type UserQuery = {
  clientId?: string;
  state?: User['state'];
  /** The beginning of an e-mail or a name. */
  search?: string;
  /** The `next` of the previous page. */
  after?: string;
  limit: number;
};

export type FoundUser = { user: User; lastSeen: number | undefined };

/** The start of a page. Users found by e-mail come first, then users found only by name. */
type Place = { by: 'email' | 'name'; key: string; id: string };

/** Sorts after every continuation of a prefix. */
const LAST = '\u{10ffff}';

/** Lists and finds users by prefix, in order; each page is read along an index. */
export function createUserDirectory(db: Db, kind: AccountKind) {
  const select = (query: UserQuery) => {
    let users = db.scan
      .selectFrom('users')
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('sign_ins')
          .select(({ fn }) => fn.max('last_used').as('lastSeen'))
          .whereRef('sign_ins.user_id', '=', 'users.id')
          .as('lastSeen'),
      )
      .where(ofKind(kind))
      .where('state', '<>', 'removed');
    if (query.clientId !== undefined) users = users.where('client_id', '=', query.clientId);
    if (query.state !== undefined) users = users.where('state', '=', query.state);
    return users.limit(query.limit + 1);
  };

  async function readPage(query: UserQuery, { by, key, id }: Place, words: Words) {
    const column = `${by}_key` as const;
    let users = select(query)
      .where((eb) => eb(eb.refTuple(column, 'id'), '>', eb.tuple(key, id)))
      .where(column, '>=', words[by])
      .where(column, '<', words[by] + LAST);
    if (by === 'name')
      users = users.where((eb) =>
        eb.not(eb.and([eb('email_key', '>=', words.email), eb('email_key', '<', words.email + LAST)])),
      );
    const rows = await users.orderBy(column).orderBy('id').execute();
    return rows.map((row) => ({
      place: { by, key: row[column], id: row.id },
      found: { user: toUser(row), lastSeen: Number(row.lastSeen ?? 0) || undefined },
    }));
  }

  return {
    /** Finds users. `next` is undefined at the end. Throws `invalid_request` for an `after` of no page. */
    async search(query: UserQuery): Promise<{ found: FoundUser[]; next: string | undefined }> {
      const words = wordsOf(query.search ?? '');
      const place = query.after === undefined ? FIRST : readPlace(query.after);
      const rows = place.by === 'email' ? await readPage(query, place, words) : [];
      if (rows.length <= query.limit && words.name !== '')
        rows.push(...(await readPage(query, place.by === 'name' ? place : FIRST_BY_NAME, words)));
      const shown = rows.slice(0, query.limit);
      const last = rows.length > query.limit ? shown.at(-1)?.place : undefined;
      return { found: shown.map(({ found }) => found), next: last && writePlace(last) };
    },

    /** Returns when a session of the user was last used. */
    async lastSeen(userId: string): Promise<number | undefined> {
      const row = await db.read
        .selectFrom('sign_ins')
        .select(({ fn }) => fn.max('last_used').as('lastSeen'))
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return Number(row?.lastSeen ?? 0) || undefined;
    },
  };
}

type Words = Record<Place['by'], string>;

const FIRST: Place = { by: 'email', key: '', id: '' };
const FIRST_BY_NAME: Place = { by: 'name', key: '', id: '' };

/** Returns the words to search for; a complete e-mail in the form in which it is unique. */
const wordsOf = (search: string): Words => ({
  email: emailKey(search) ?? search.normalize('NFKC').trim().toLowerCase(),
  name: nameKey(search),
});

const writePlace = ({ by, key, id }: Place): string =>
  Buffer.from(JSON.stringify([by, key, id])).toString('base64url');

function readPlace(after: string): Place {
  try {
    const [by, key, id] = JSON.parse(Buffer.from(after, 'base64url').toString()) as unknown[];
    if ((by === 'email' || by === 'name') && typeof key === 'string' && typeof id === 'string')
      return { by, key, id };
  } catch {
    // The error is thrown below.
  }
  throw invalidField('after', 'is not a cursor of this list');
}
