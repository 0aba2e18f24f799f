import { ACCESS_PROPERTY, type Activity, resources, toTimestamp, type ValueAddress } from '@azulejo/contract';
import { isWritable } from '@azulejo/model';
import type { ChannelAccess, Handlers, VisibleChannel } from '../../core/access/index.ts';
import { cleanup, type Feature, type Job, type Platform } from '../../core/feature.ts';
import type { Db } from '../../database/index.ts';
import type { Templates, ValueSchemas } from '../../devices/templates/index.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { type AutomationAuthors, createAutomationAuthors } from './automation-authors.ts';
import { createHistory, type History } from './history.ts';
import { historyHandlers } from './history-routes.ts';
import type { Point } from './point.ts';
import { readRange } from './range.ts';
import type { Authorship } from './read-models/actors.ts';

type Needs = Platform & { templates: Templates; schemas: ValueSchemas };

/** Stores past values of channels, and what happened in a home. */
export function historyFeature({ db, clock, retention, templates, schemas }: Needs) {
  const history = createHistory({ db, clock, retention });
  const automationAuthors = createAutomationAuthors();
  const { list } = resources.activity;
  const { history: ofOne, historyList } = resources.values;
  return {
    api: { history, automationAuthors },
    routes({ serve }) {
      serve({ history: ofOne, historyList }, historyHandlers(history, templates, automationAuthors));
      serve({ list }, activityHandlers({ db, history, templates, schemas, automationAuthors }));
    },
    jobs: [cleanup('history', history.prune), ...createWeeks(history)],
  } satisfies Feature;
}

/** Weeks are created two ahead, so that the interval hardly matters. */
const CREATE_WEEKS_MS = 3600 * 1000;
/** The first server after a long pause finds no present week. */
const FIRST_CREATE_MS = 1_000;

const createWeeks = ({ createWeeks: run }: History): Job[] =>
  run === undefined
    ? []
    : [{ name: 'create weeks', runs: 'once', everyMs: CREATE_WEEKS_MS, firstAfterMs: FIRST_CREATE_MS, run }];

type Dependencies = {
  db: Db;
  history: History;
  templates: Templates;
  schemas: ValueSchemas;
  automationAuthors: AutomationAuthors;
};

const PAGE_SIZE = 50;
const LIMITS = { maxConcurrent: 4, maxWaiting: 200, maxWaitingPerKey: 40 };

function activityHandlers(dependencies: Dependencies): Pick<Handlers<typeof resources.activity>, 'list'> {
  const activityOf = createActivity(dependencies);
  const { automationAuthors, history } = dependencies;
  const { authorsOf } = history;
  const limiter = createLimiter(LIMITS);
  return {
    list: async ({ input, context }) => {
      const { to } = readRange({ to: input.to });
      const { channel, principal } = context;
      const elements = await limiter(principal.id, async () => {
        const points = await activityOf(channel, { to, limit: input.page_size ?? PAGE_SIZE });
        const found = await authorsOf(
          points.map((point) => ({ ...point, channel })),
          principal,
        );
        const authors = await automationAuthors.complete(found, principal, input.language);
        return points.map((point, index) => toWire(point, authors[index] as Authorship));
      });
      return { body: { elements } };
    },
  };
}

const toWire = ({ componentId, propertyId, data, time }: ActivityPoint, author: Authorship): Activity => ({
  component: componentId,
  property: propertyId,
  data,
  timestamp: toTimestamp(time),
  ...author,
});

type ActivityDependencies = { db: Db; history: History; templates: Templates; schemas: ValueSchemas };

type ActivityPoint = Point & Omit<ValueAddress, 'channelId'>;

/** Reads what happened to a device: all writable or non-numeric properties, in one order of time. */
function createActivity({ db, history, templates, schemas }: ActivityDependencies) {
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
