import { type Activity, type resources, toTimestamp } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { Db } from '../../database/index.ts';
import type { Templates, ValueSchemas } from '../../devices/templates/index.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { type ActivityPoint, createActivity } from './activity.ts';
import type { AutomationAuthors } from './automation-authors.ts';
import type { History } from './history.ts';
import { readRange } from './range.ts';
import type { Authorship } from './read-models/actors.ts';

type Dependencies = {
  db: Db;
  history: History;
  templates: Templates;
  schemas: ValueSchemas;
  automationAuthors: AutomationAuthors;
};

const PAGE_SIZE = 50;
const LIMITS = { maxConcurrent: 4, maxWaiting: 200, maxWaitingPerKey: 40 };

export function activityHandlers(
  dependencies: Dependencies,
): Pick<Handlers<typeof resources.activity>, 'list'> {
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
