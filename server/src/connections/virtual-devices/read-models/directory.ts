import { sql } from 'kysely';
import { containsPattern, type Db, pageOf, parseCursor } from '../../../database/index.ts';
import type { Report } from '../device.ts';
import type { FaultName } from '../faults.ts';

/** A virtual device with its user and template. */
export type ListedVirtualDevice = {
  channelId: string;
  name: string;
  seed: number;
  faults: readonly FaultName[];
  held: readonly Report[];
  created: number;
  /** The user with the oldest grant; undefined when it has no user any more. */
  user: { id: string; email: string; name: string } | undefined;
  application: { id: string; name: string } | undefined;
  templateId: string;
  templateVersion: number;
  /** When it last reported a value. */
  lastReported: number | undefined;
};

export type DirectoryQuery = {
  /** Text in the name of the device, or in the e-mail or name of the user. */
  search?: string;
  applicationId?: string;
  userId?: string;
  channelId?: string;
  /** The `next` of the previous page. */
  after?: string;
  limit: number;
};

/** Finds virtual devices in all homes, newest first. */
export function createDirectory(db: Db) {
  return async (
    query: DirectoryQuery,
  ): Promise<{ devices: ListedVirtualDevice[]; next: string | undefined }> => {
    const { applicationId, userId, channelId, limit } = query;
    const pattern = containsPattern(query.search);
    const cursor = parseCursor(query.after);
    const rows = await base(db)
      .$if(applicationId !== undefined, (some) => some.where('users.client_id', '=', applicationId ?? ''))
      .$if(userId !== undefined, (some) =>
        some
          .where('users.id', '=', userId ?? '')
          // Finds the devices along the user's grants instead of all devices of the platform.
          .where('v.channel_id', 'in', (eb) =>
            eb
              .selectFrom('grants')
              .select('channel_id')
              .where('grantee_id', '=', userId ?? '')
              .where('role', '=', 'user'),
          ),
      )
      .$if(channelId !== undefined, (some) => some.where('v.channel_id', '=', channelId ?? ''))
      .$if(pattern !== undefined, (some) =>
        some.where(
          sql<boolean>`(lower(channels.name) like ${pattern} escape '\\' or users.email_key like ${pattern} escape '\\' or users.name_key like ${pattern} escape '\\')`,
        ),
      )
      .$if(cursor !== undefined, (some) => {
        const { created, id } = cursor ?? { created: 0, id: '' };
        return some.where((eb) =>
          eb.or([
            eb('v.created', '<', created),
            eb.and([eb('v.created', '=', created), eb('v.channel_id', '>', id)]),
          ]),
        );
      })
      .orderBy('v.created', 'desc')
      .orderBy('v.channel_id')
      .limit(limit + 1)
      .execute();
    const page = pageOf(rows, limit, ({ created, channelId: id }) => ({ created, id }));
    return { devices: page.rows.map(toListed), next: page.next };
  };
}

const base = (db: Db) =>
  db.scan
    .selectFrom('virtual_devices as v')
    .innerJoin('channels', 'channels.id', 'v.channel_id')
    .leftJoin('users', (join) =>
      join.on((eb) =>
        eb(
          'users.id',
          '=',
          eb
            .selectFrom('grants')
            .select('grants.grantee_id')
            .whereRef('grants.channel_id', '=', 'v.channel_id')
            .where('grants.role', '=', 'user')
            .orderBy('grants.created')
            .orderBy('grants.grantee_id')
            .limit(1),
        ),
      ),
    )
    .leftJoin('clients', 'clients.id', 'users.client_id')
    .select((eb) => [
      'v.channel_id as channelId',
      'v.seed',
      'v.faults_json as faults',
      'v.held_json as held',
      'v.created',
      'channels.name',
      'channels.template_id as templateId',
      'channels.template_version as templateVersion',
      'users.id as userId',
      'users.email as userEmail',
      'users.name as userName',
      'clients.id as applicationId',
      'clients.name as applicationName',
      eb
        .selectFrom('property_values')
        .select((inner) => inner.fn.max('property_values.timestamp').as('last'))
        .whereRef('property_values.channel_id', '=', 'v.channel_id')
        .as('lastReported'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof base>['execute']>>[number];

function toListed(row: Row): ListedVirtualDevice {
  const { userId, userEmail, userName, applicationId, applicationName } = row;
  return {
    channelId: row.channelId,
    name: row.name,
    seed: row.seed,
    faults: JSON.parse(row.faults) as FaultName[],
    held: JSON.parse(row.held) as Report[],
    created: row.created,
    user: userId === null ? undefined : { id: userId, email: userEmail ?? '', name: userName ?? '' },
    application: applicationId === null ? undefined : { id: applicationId, name: applicationName ?? '' },
    templateId: row.templateId,
    templateVersion: row.templateVersion,
    lastReported: row.lastReported ?? undefined,
  };
}
