import type { Kysely } from 'kysely';
import type { ChannelAccess, Owner } from '../../../core/access/index.ts';
import type { Database, Db } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { grantInForce } from '../grant-in-force.ts';

/** Maximum number of channels of one look-up. */
const MAX_CHANNELS = 500;

/** Selects what decides who may access a channel: a row for each grant in force. */
const accessRows = (kysely: Kysely<Database>, now: Parameters<typeof grantInForce>[0]) =>
  kysely
    .selectFrom('channels')
    .leftJoin('clients', 'clients.id', 'channels.creator_id')
    .leftJoin('virtual_devices', 'virtual_devices.channel_id', 'channels.id')
    .leftJoin('grants', (join) => join.onRef('grants.channel_id', '=', 'channels.id').on(grantInForce(now)))
    .leftJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'grants.grantee_id')
        .on('grants.role', '=', 'user')
        .on('users.state', '<>', 'removed'),
    )
    .select([
      'channels.id as channelId',
      'channels.template_id as templateId',
      'channels.template_version as templateVersion',
      'channels.context_of as contextOf',
      'channels.period',
      'clients.id as ownerId',
      'clients.kind as ownerKind',
      'virtual_devices.channel_id as virtualId',
      'grants.grantee_id as granteeId',
      'grants.role',
      'grants.created as grantedAt',
      'users.client_id as userClientId',
    ])
    .where('channels.removed', 'is', null)
    .orderBy('grants.created')
    .orderBy('grants.grantee_id');

type Row = Awaited<ReturnType<ReturnType<typeof accessRows>['execute']>>[number];

/** Finds the owners and the current grantees of channels. */
export function createFindChannelAccess(db: Db, clock: Clock) {
  const rowsOf = db.prepare<{ channelId: string; now: number }>()((kysely, p) =>
    accessRows(kysely, p('now')).where('channels.id', '=', p('channelId')),
  );

  return {
    async findChannelAccess(channelId: string): Promise<ChannelAccess | undefined> {
      return toAccess(await rowsOf.all({ channelId, now: clock.now() }));
    },

    /** Finds those of at most 500 channels in one statement. */
    async findChannelAccesses(channelIds: readonly string[]): Promise<ChannelAccess[]> {
      if (channelIds.length === 0) return [];
      if (channelIds.length > MAX_CHANNELS) throw new RangeError(`${channelIds.length} channels at once`);
      const rows = await accessRows(db.read, clock.now()).where('channels.id', 'in', channelIds).execute();
      const byChannel = Map.groupBy(rows, (row) => row.channelId);
      return [...byChannel.values()].flatMap((some) => toAccess(some) ?? []);
    },
  };
}

function toAccess(rows: readonly Row[]): ChannelAccess | undefined {
  const first = rows[0];
  if (!first) return undefined;
  const users: { id: string; clientId: string }[] = [];
  const applications: string[] = [];
  const since = new Map<string, number>();
  for (const { granteeId, role, userClientId, grantedAt } of rows) {
    if (granteeId === null) continue;
    since.set(granteeId, grantedAt ?? 0);
    if (role === 'application') applications.push(granteeId);
    else if (userClientId !== null) users.push({ id: granteeId, clientId: userClientId });
  }
  const { channelId, templateId, templateVersion, period } = first;
  return {
    channelId,
    templateId,
    templateVersion,
    period,
    owner: ownerOf(first),
    users,
    applications,
    since,
  };
}

function ownerOf(row: {
  contextOf: string | null;
  virtualId: string | null;
  ownerId: string | null;
  ownerKind: 'manager' | 'device' | 'application' | null;
}): Owner | undefined {
  if (row.contextOf !== null) return { kind: 'user', id: row.contextOf };
  if (row.virtualId !== null) return { kind: 'virtual' };
  if (row.ownerId === null || row.ownerKind === null) return undefined;
  return { kind: row.ownerKind, id: row.ownerId };
}
