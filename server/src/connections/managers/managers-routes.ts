import { ManagersChannelElement, type ManagersChannels, type resources } from '@azulejo/contract';
import type { Handlers, SignedIn } from '../../core/access/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { memberPaths } from '../../platform/http/list-paths.ts';
import { applyListQuery, readListQuery } from '../../platform/http/list-query.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { ManagerWebhooks } from './manager-webhooks.ts';
import { isFilterable, type ListChannels } from './read-models/managers-channels.ts';
import type { StoreTemplates } from './store-templates.ts';

type Dependencies = {
  managerWebhooks: ManagerWebhooks;
  storeTemplates: StoreTemplates;
  listChannels: ListChannels;
};

const PATHS = memberPaths(ManagersChannelElement);
const PAGE_SIZE = 1_000;
const MAX_PAGE_SIZE = 10_000;

export function managerHandlers({
  managerWebhooks,
  storeTemplates,
  listChannels,
}: Dependencies): Handlers<typeof resources.managers> {
  return {
    get: async ({ input, context }) => {
      const { client, webhooks } = await managerWebhooks.get(ownId(context, input.manager_id));
      const { id, name, confirmationHash: confirmation_hash } = client;
      return { body: { id, href: hrefOf(id), name, confirmation_hash, ...webhooks }, cacheControl: NO_STORE };
    },

    update: async ({ input, context }) => {
      const id = ownId(context, input.manager_id);
      const by = { actorId: id, address: context.address };
      const confirmation_hash = await managerWebhooks.update(id, input, by);
      return { body: { n_updated: 1, confirmation_hash, href: hrefOf(id) }, cacheControl: NO_STORE };
    },

    storeTemplates: async ({ input, context }) => {
      const id = ownId(context, input.manager_id);
      const by = { actorId: id, address: context.address };
      return { body: { elements: await storeTemplates(id, input.templates, by) } };
    },

    channels: async ({ input, context, request }) => {
      const managerId = ownId(context, input.manager_id);
      const query = readListQuery(request.query as Record<string, unknown>, PATHS);
      if (query.order.some(({ path }) => path !== 'channel.id'))
        throw invalidField('order_by', 'must be "channel.id"');
      const limit = Math.min(Number.isFinite(query.pageSize) ? query.pageSize : PAGE_SIZE, MAX_PAGE_SIZE);
      const rows = await listChannels({
        managerId,
        filters: query.filters.map(({ path, equals }) => {
          if (equals && isFilterable(path)) return { path, equals };
          throw invalidField(path, 'cannot be filtered here, except with eq and in');
        }),
        isDescending: query.order[0]?.sign === -1,
        limit,
        offset: query.pageStart,
      });
      const elements = rows.map((channel) => ({
        channel: { ...channel, href: `/v3/channels/${channel.id}` },
      }));
      const whole = { ...query, filters: [], order: [], pageSize: limit, pageStart: 0 };
      // `fields` left members out of these elements, and no more.
      const { elements: shown } = applyListQuery(elements, whole);
      return { body: { elements: [...shown] as ManagersChannels['elements'] }, cacheControl: NO_STORE };
    },
  };
}

const hrefOf = (id: string): string => `/v3/managers/${id}`;

/** Throws `not_found` for any other manager than the caller. */
function ownId(context: SignedIn, managerId: string): string {
  const { id } = context.principal;
  if (managerId !== id) throw new ApiError('not_found');
  return id;
}
