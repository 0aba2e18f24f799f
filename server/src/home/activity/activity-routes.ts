import { type HomeActivity, type resources, toTimestamp } from '@azulejo/contract';
import type { Handlers, Principal } from '../../core/access/index.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { type Authorship, readRange } from '../../telemetry/history/index.ts';
import { createHomeActivity, type Dependencies, type Happened } from './activity.ts';

const PAGE_SIZE = 50;
const LIMITS = { maxConcurrent: 4, maxWaiting: 200, maxWaitingPerKey: 40 };

/** Who set each value, and who acknowledged each alarm. */
type Authors = ReadonlyMap<Happened, Partial<Authorship>>;

export function activityHandlers(
  dependencies: Dependencies,
): Pick<Handlers<typeof resources.activity>, 'listOfHome'> {
  const { history, automationAuthors } = dependencies;
  const activity = createHomeActivity(dependencies);
  const limiter = createLimiter(LIMITS);

  async function authorsOf(
    happened: readonly Happened[],
    principal: Principal,
    language: string | undefined,
  ): Promise<Authors> {
    const values = happened.filter((each) => each.type === 'value');
    const found = await history.authorsOf(
      values.map(({ point }) => point),
      principal,
    );
    const authors = await automationAuthors.complete(found, principal, language);
    const seen = happened.filter((each) => each.type === 'alarm-seen');
    const people = await history.usersOf(
      seen.flatMap(({ alarm: { seenBy: userId }, channel }) =>
        userId === null ? [] : [{ channel, userId }],
      ),
      principal,
    );
    const remaining = people.values();
    return new Map<Happened, Partial<Authorship>>([
      ...values.map((each, index) => [each, authors[index] ?? {}] as const),
      ...seen.map((each) => {
        const by = each.alarm.seenBy === null ? undefined : remaining.next().value;
        return [each, { by: by ?? { type: 'client' } }] as const;
      }),
    ]);
  }

  return {
    listOfHome: async ({ input, context }) => {
      const { to } = readRange({ to: input.to });
      const { id: userId, applicationId } = context.home;
      const { principal } = context;
      const body = await limiter(principal.id, async () => {
        const { kind, by, group, page_size: limit = PAGE_SIZE } = input;
        const happened = await activity.list({ userId, to, limit, kind, by, group });
        const authors = await authorsOf(happened, principal, input.language);
        const elements = happened.map((each) => toWire(each, userId, authors));
        if (input.to !== undefined) return { elements };
        // An application of another kind than the user's learns no names.
        const people =
          principal.clientId === applicationId ? await activity.people(userId, applicationId) : [];
        return { elements, people };
      });
      return { body };
    },
  };
}

const personOf = (id: string) => ({ type: 'user', id }) as const;

function toWire(happened: Happened, userId: string, authors: Authors): HomeActivity {
  const { type, time } = happened;
  const timestamp = toTimestamp(time);
  if (type === 'scene-played') {
    const { sceneId: scene, name, by, clientId } = happened;
    return {
      type,
      scene,
      name,
      timestamp,
      by: by === null ? { type: 'client', id: clientId } : personOf(by),
    };
  }
  if (type === 'alarm-started' || type === 'alarm-seen' || type === 'alarm-ended') {
    const { id, kind, channelId: channel, componentId: component, propertyId: property } = happened.alarm;
    const by = authors.get(happened)?.by ?? { type: 'device' };
    return { type, channel, component, property, alarm: { id, kind }, timestamp, by };
  }
  if (type === 'device-added') return { type, channel: happened.channelId, timestamp, by: personOf(userId) };
  if (type === 'device-removed') {
    const { channelId: channel, name } = happened;
    const by = happened.by === null ? { type: 'client' as const } : personOf(happened.by);
    // Earlier versions did not store the names of devices that others removed.
    return { type, channel, ...(name !== '' && { name }), timestamp, by };
  }
  const { channel, componentId, propertyId, data } = happened.point;
  return {
    type,
    channel: channel.channelId,
    component: componentId,
    property: propertyId,
    ...(data === undefined ? {} : { data }),
    timestamp,
    ...(authors.get(happened) as Authorship),
  };
}
