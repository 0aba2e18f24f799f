import type { Actor } from '@azulejo/contract';
import { jsonRows } from '@azulejo/storage';
import type { ChannelAccess, Principal } from '../../../core/access/index.ts';
import type { Db } from '../../../database/index.ts';
import { automationActor, automationStepOf, commandOf } from '../../commands/index.ts';
import type { Point } from '../point.ts';

/** Who caused a value, and through which client. */
export type Authorship = { readonly by: Actor; readonly through?: { id: string; name?: string } };

/** A point, and who may use its channel now. */
export type PointOfChannel = Pick<Point, 'cause' | 'sender' | 'onBehalfOf'> & {
  readonly channel: ChannelAccess;
};

export type Actors = ReturnType<typeof createActors>;

/** Finds who did something, with only the names that the caller may see. */
export function createActors(db: Db) {
  const { senders, clients, users } = prepare(db);

  /** Returns users who did something with a channel. */
  async function usersOf(
    commands: readonly { readonly channel: ChannelAccess; readonly userId: string }[],
    { clientId }: Principal,
  ): Promise<Actor[]> {
    const mayName = ({ channel, userId }: (typeof commands)[number]) =>
      channel.users.some(({ id, clientId: of }) => id === userId && of === clientId);
    const named = commands.filter(mayName).map(({ userId }) => userId);
    const names = await mapOf(named, users.all, ({ name }) => name);
    return commands.map((each) => ({
      type: 'user',
      ...withName(each.userId, mayName(each) ? names : new Map<string, string>()),
    }));
  }

  /** Returns who caused points. */
  async function authorsOf(points: readonly PointOfChannel[], principal: Principal): Promise<Authorship[]> {
    const commandIds = points.flatMap(({ cause }) => commandOf(cause) ?? []);
    const sentBy = await mapOf(commandIds, senders.all, ({ sender }) => sender);
    // A point holds who answered its command; only the command holds who requested it.
    const knownAsker = ({ owner }: ChannelAccess, sender: string | undefined) =>
      owner && 'id' in owner && owner.id === sender ? undefined : sender;
    const requesterOf = ({ cause, sender, channel }: PointOfChannel) =>
      sentBy.get(commandOf(cause) ?? '') ?? knownAsker(channel, sender);
    const requested = points.flatMap(({ channel, onBehalfOf: userId }) =>
      userId ? [{ channel, userId }] : [],
    );
    const actors = await usersOf(requested, principal);
    const clientNames = await mapOf(
      points.flatMap((point) => requesterOf(point) ?? []),
      clients.all,
      ({ name }) => name,
    );
    const remaining = actors.values();
    return points.map((point) => {
      const user = point.onBehalfOf ? remaining.next().value : undefined;
      const command = commandOf(point.cause);
      if (command === undefined) return { by: { type: 'device' } };
      const step = automationStepOf(command);
      if (step) return { by: automationActor(step) };
      const client = requesterOf(point);
      const through = client === undefined ? undefined : withName(client, clientNames);
      if (user === undefined) return { by: { type: 'client', ...through } };
      return through ? { by: user, through } : { by: user };
    });
  }

  return { authorsOf, usersOf };
}

const withName = (id: string, names: ReadonlyMap<string, string>) => {
  const name = names.get(id);
  return name === undefined ? { id } : { id, name };
};

async function mapOf<Row extends { id: string }>(
  ids: readonly string[],
  read: (parameters: { rows: string }) => Promise<Row[]>,
  wordOf: (row: Row) => string | null,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await read({ rows: JSON.stringify([...new Set(ids)].map((id) => [id])) });
  return new Map(
    found.flatMap((row): [string, string][] => {
      const word = wordOf(row);
      return word === null ? [] : [[row.id, word]];
    }),
  );
}

function prepare(db: Db) {
  const given = (rows: Parameters<typeof jsonRows>[1]) =>
    jsonRows<{ id: string }>(db.engine, rows, { id: 'text' }).as('given');
  return {
    senders: db.prepare<{ rows: string }>()((kysely, p) =>
      kysely
        .selectFrom(given(p('rows')))
        .innerJoin('commands', 'commands.id', 'given.id')
        .select(['commands.id', 'commands.sender']),
    ),
    clients: db.prepare<{ rows: string }>()((kysely, p) =>
      kysely
        .selectFrom(given(p('rows')))
        .innerJoin('clients', 'clients.id', 'given.id')
        .select(['clients.id', 'clients.name']),
    ),
    users: db.prepare<{ rows: string }>()((kysely, p) =>
      kysely
        .selectFrom(given(p('rows')))
        .innerJoin('users', 'users.id', 'given.id')
        .select(['users.id', 'users.name']),
    ),
  };
}
