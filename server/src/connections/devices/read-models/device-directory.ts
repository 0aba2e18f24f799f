import { sql } from 'kysely';
import { containsPattern, type Db, pageOf, parseCursor } from '../../../database/index.ts';

export type DeviceQuery = {
  /** Restricts the list to devices that this application manages. */
  applicationId?: string;
  /** Restricts the list to devices in this user's home, each with its channels there. */
  userId?: string;
  /** Restricts the list to this device. */
  clientId?: string;
  /** Restricts the list to devices whose claim code can be used. */
  isClaimable?: boolean;
  /** Matches a part of the name, id or namespace, or of the user's name or e-mail. */
  search?: string;
  /** The `next` of the previous page. */
  after?: string;
  limit: number;
};

export type DeviceRow = Awaited<ReturnType<ReturnType<typeof base>['execute']>>[number];
export type DeviceChannelRow = Awaited<ReturnType<typeof channelsOf>>[number];

/** The number of channels that are listed with a device: a hub may have a thousand. */
const SHOWN_CHANNELS = 20;

/** Finds devices, newest first, each with its first user and its oldest channels. */
export function createDeviceDirectory(db: Db) {
  return async (query: DeviceQuery, now: number) => {
    const { limit, userId } = query;
    const rows = await filtered(db, query, now)
      .orderBy('d.created', 'desc')
      .orderBy('d.client_id')
      .limit(limit + 1)
      .execute();
    const { rows: shown, next } = pageOf(rows, limit, (row) => row);
    const channels = Map.groupBy(
      shown.length === 0
        ? []
        : await channelsOf(
            db,
            shown.map(({ id }) => id),
            userId,
          ),
      ({ clientId }) => clientId,
    );
    return {
      devices: shown.map((row) => ({ ...row, channels: channels.get(row.id) ?? [] })),
      next,
    };
  };
}

function filtered(db: Db, query: DeviceQuery, now: number) {
  const { applicationId, userId, clientId, isClaimable = false } = query;
  const pattern = containsPattern(query.search);
  const cursor = parseCursor(query.after);
  return base(db)
    .$if(applicationId !== undefined, (some) => some.where('d.application_id', '=', applicationId ?? ''))
    .$if(clientId !== undefined, (some) => some.where('d.client_id', '=', clientId ?? ''))
    .$if(userId !== undefined, (some) =>
      // Finds the devices along the user's grants instead of all devices of the platform.
      some.where('d.client_id', 'in', (eb) =>
        eb
          .selectFrom('grants')
          .innerJoin('channels', 'channels.id', 'grants.channel_id')
          .select('channels.creator_id')
          .where('channels.creator_id', 'is not', null)
          .where('channels.removed', 'is', null)
          .where('grants.grantee_id', '=', userId ?? '')
          .where('grants.role', '=', 'user')
          .$castTo<{ creator_id: string }>(),
      ),
    )
    .$if(isClaimable, (some) =>
      some
        .where('d.claim_hash', 'is not', null)
        .where((eb) => eb.or([eb('d.claim_expires', 'is', null), eb('d.claim_expires', '>', now)])),
    )
    .$if(pattern !== undefined, (some) =>
      some.where(
        sql<boolean>`(lower(clients.name) like ${pattern} escape '\\' or clients.namespace like ${pattern} escape '\\' or clients.id like ${pattern} escape '\\' or users.email_key like ${pattern} escape '\\' or users.name_key like ${pattern} escape '\\')`,
      ),
    )
    .$if(cursor !== undefined, (some) => {
      const { created, id } = cursor ?? { created: 0, id: '' };
      return some.where((eb) =>
        eb.or([
          eb('d.created', '<', created),
          eb.and([eb('d.created', '=', created), eb('d.client_id', '>', id)]),
        ]),
      );
    });
}

const base = (db: Db) =>
  db.scan
    .selectFrom('devices as d')
    .innerJoin('clients', 'clients.id', 'd.client_id')
    .leftJoin('clients as application', 'application.id', 'd.application_id')
    .leftJoin('users', (join) =>
      join.on((eb) =>
        eb(
          'users.id',
          '=',
          eb
            .selectFrom('grants')
            .innerJoin('channels', 'channels.id', 'grants.channel_id')
            .select('grants.grantee_id')
            .whereRef('channels.creator_id', '=', 'd.client_id')
            .where('channels.removed', 'is', null)
            .where('grants.role', '=', 'user')
            .orderBy('grants.created')
            .orderBy('grants.grantee_id')
            .limit(1),
        ),
      ),
    )
    .where('clients.state', '<>', 'removed')
    .select([
      'd.client_id as id',
      'd.created',
      'd.single_connection as single',
      'd.claim_hash as claimHash',
      'd.claim_expires as claimExpires',
      'd.claimed',
      'clients.name',
      'clients.namespace',
      'clients.state',
      'clients.previous_secret_expires as previousSecretExpires',
      'application.id as applicationId',
      'application.name as applicationName',
      'users.id as userId',
      'users.email as userEmail',
      'users.name as userName',
      'users.client_id as userApplicationId',
    ]);

/** Reads the oldest channels of each device, or those of them that are in a user's home. */
const channelsOf = (db: Db, clientIds: readonly string[], userId: string | undefined) =>
  db.scan
    .selectFrom((eb) =>
      eb
        .selectFrom('channels')
        .select([
          'id',
          'name',
          'creator_id as clientId',
          'template_id as templateId',
          'template_version as templateVersion',
        ])
        .select(sql<number>`row_number() over (partition by creator_id order by created, id)`.as('position'))
        .where('creator_id', 'in', clientIds)
        .where('removed', 'is', null)
        .$if(userId !== undefined, (some) =>
          some.where('id', 'in', (inner) =>
            inner
              .selectFrom('grants')
              .select('channel_id')
              .where('grantee_id', '=', userId ?? '')
              .where('role', '=', 'user'),
          ),
        )
        .as('made'),
    )
    .selectAll()
    .where('position', '<=', SHOWN_CHANNELS)
    .orderBy('position')
    .execute();
