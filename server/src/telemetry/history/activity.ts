import { ACCESS_PROPERTY, type ValueAddress } from '@azulejo/contract';
import { isWritable } from '@azulejo/model';
import type { ChannelAccess, VisibleChannel } from '../../core/access/index.ts';
import type { Db } from '../../database/index.ts';
import type { Templates, ValueSchemas } from '../../devices/templates/index.ts';
import type { History } from './history.ts';
import type { Point } from './point.ts';

type Dependencies = { db: Db; history: History; templates: Templates; schemas: ValueSchemas };

export type ActivityPoint = Point & Omit<ValueAddress, 'channelId'>;

/** Reads what happened to a device: all writable or non-numeric properties, in one order of time. */
export function createActivity({ db, history, templates, schemas }: Dependencies) {
  const ofChannel = db.prepare<{ channelId: string }>()((kysely, p) =>
    kysely
      .selectFrom('series')
      .select(['id', 'component_id as componentId', 'property_id as propertyId'])
      .where('channel_id', '=', p('channelId'))
      .orderBy('component_id')
      .orderBy('property_id'),
  );

  async function findReported({ templateId, templateVersion }: ChannelAccess) {
    const { properties } = await templates.get(templateId, templateVersion);
    const reported = properties.filter(
      (property) => isWritable(property) || schemas.find(property.schema)?.['type'] !== 'number',
    );
    const ids = new Set([ACCESS_PROPERTY, ...reported.map(({ id }) => id)]);
    return (propertyId: string) => ids.has(propertyId);
  }

  /** Returns the points before `to`, newest first: `limit`, and all in the same millisecond as the last. */
  return async (
    channel: VisibleChannel,
    { to, limit }: { to: number; limit: number },
  ): Promise<ActivityPoint[]> => {
    const isReported = await findReported(channel);
    const found = (await ofChannel.all({ channelId: channel.channelId })).filter(({ propertyId }) =>
      isReported(propertyId),
    );
    const requested = found.map(({ id }) => ({ series: id, from: channel.visibleSince }));
    const bySeries = await history.pointsOfMany(requested, { to, limit });
    const points = found.flatMap(({ id, componentId, propertyId }): ActivityPoint[] =>
      (bySeries.get(id) ?? []).map((point) => ({ ...point, componentId, propertyId })),
    );
    points.sort((one, other) => other.time - one.time);
    const last = points[limit - 1]?.time ?? 0;
    return points.filter(({ time }, index) => index < limit || time === last);
  };
}
