import { type PortalManager, type portalResources, toTimestamp } from '@azulejo/contract';
import type { BridgeRecord, Bridges } from '../../connections/bridges/index.ts';
import type { Makers } from '../../connections/makers/index.ts';
import type { ManagerWebhooks, RefusedTemplates, Webhooks } from '../../connections/managers/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications, Client } from '../../identity/applications/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { ConnectedClients } from '../../platform/connected-clients.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import type { PortalHandlers } from '../portal-accounts/index.ts';
import { matchesSearch } from './application-list.ts';
import { toListedManager, toWebhooks, toWireBridge } from './manager-wire.ts';
import { channelCursor, type ManagerNumbers } from './read-models/manager-numbers.ts';

type Dependencies = {
  applications: Applications;
  bridges: Bridges;
  makers: Makers;
  managerWebhooks: ManagerWebhooks;
  refusedTemplates: RefusedTemplates;
  numbers: ManagerNumbers;
  outbound: Outbound;
  connectedClients: ConnectedClients;
  templates: Templates;
};

type Operations = Pick<
  PortalHandlers<typeof portalResources.managers>,
  'list' | 'get' | 'channels' | 'users'
>;

const PAGE_SIZE = 50;

/** Handles the operations that show managers, their channels and their users. */
export const managerPageHandlers = (dependencies: Dependencies): Operations => ({
  list: listHandler(dependencies),
  get: getHandler(dependencies),
  channels: channelsHandler(dependencies),
  users: usersHandler(dependencies),
});

type Extras = {
  readonly bridge: BridgeRecord | undefined;
  readonly lastSeen: number | undefined;
  readonly templateCount: number;
};

/** Returns what the list shows of a manager. */
function toListed(
  { connectedClients, outbound }: Dependencies,
  client: Client,
  webhooks: Webhooks,
  extras: Extras,
): PortalManager {
  const isConnected = connectedClients.has(client.id);
  return toListedManager(client, {
    ...extras,
    isConnected,
    webhooks: toWebhooks(outbound, client.id, webhooks),
  });
}

function listHandler(dependencies: Dependencies): Operations['list'] {
  const { applications, bridges, makers, managerWebhooks, numbers } = dependencies;
  return async ({ input }) => {
    const { search = '', after, limit = PAGE_SIZE } = input;
    const matching = (await applications.list())
      .filter((client) => client.kind === 'manager' && matchesSearch(client, search))
      .toReversed();
    const last = after === undefined ? -1 : matching.findIndex(({ id }) => id === after);
    if (after !== undefined && last === -1) throw invalidField('after', 'is not a cursor of this list');
    const page = matching.slice(last + 1, last + 1 + limit);
    const ids = page.map(({ id }) => id);
    const [webhooks, seen] = [await managerWebhooks.ofManagers(ids), await numbers.lastSeen(ids)];
    const byId = new Map((await bridges.list()).map((bridge) => [bridge.id, bridge]));
    const counts = Map.groupBy((await makers.list()).values(), (id) => id);
    const managers = page.map((client) => {
      const { id } = client;
      const templateCount = counts.get(id)?.length ?? 0;
      const extras = { bridge: byId.get(id), lastSeen: seen.get(id), templateCount };
      return toListed(dependencies, client, webhooks.get(id) ?? {}, extras);
    });
    const next = last + 1 + limit < matching.length ? (ids.at(-1) ?? null) : null;
    return { body: { managers, total: matching.length, next } };
  };
}

function getHandler(dependencies: Dependencies): Operations['get'] {
  const { bridges, makers, managerWebhooks, numbers, outbound, refusedTemplates } = dependencies;
  return async ({ input }) => {
    const { client, webhooks } = await managerWebhooks.get(input.manager_id);
    const { id } = client;
    const assigned = await makers.templatesOf(id);
    const lastSeen = (await numbers.lastSeen([id])).get(id);
    const bridge = await bridges.find(id);
    const { channels, users, isWhole } = await numbers.count(id);
    const extras = { bridge, lastSeen, templateCount: assigned.length };
    return {
      body: {
        ...toListed(dependencies, client, webhooks, extras),
        webhooks: toWebhooks(outbound, id, webhooks),
        templates: assigned.map(({ id: templateId, name }) => ({ id: templateId, name })),
        refused_templates: refusedTemplates.list(id).map(({ errors, time, ...refused }) => ({
          ...refused,
          time: toTimestamp(time),
          errors: errors.map(({ field, reason }) => ({ field, reason })),
        })),
        bridge: bridge ? toWireBridge(bridge) : null,
        channels,
        users,
        is_counted: isWhole,
      },
    };
  };
}

function channelsHandler({ managerWebhooks, numbers, templates }: Dependencies): Operations['channels'] {
  return async ({ input }) => {
    const { client } = await managerWebhooks.get(input.manager_id);
    const limit = input.limit ?? PAGE_SIZE;
    const rows = await numbers.channels({ managerId: client.id, after: input.after, limit: limit + 1 });
    const names = new Map((await templates.lists()).stored.map(({ id, name }) => [id, name]));
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      body: {
        channels: page.map(({ templateId, remoteKey, users, created, ...channel }) => ({
          ...channel,
          template: { id: templateId, name: names.get(templateId) ?? templateId },
          remote_key: remoteKey === '' ? null : remoteKey,
          users: Number(users ?? 0),
          created: toTimestamp(created),
        })),
        next: rows.length > limit && last ? channelCursor(last) : null,
      },
    };
  };
}

function usersHandler({ managerWebhooks, numbers }: Dependencies): Operations['users'] {
  return async ({ input }) => {
    const { client } = await managerWebhooks.get(input.manager_id);
    const limit = input.limit ?? PAGE_SIZE;
    const rows = await numbers.users({ managerId: client.id, after: input.after, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return {
      body: {
        users: page.map(({ channels, ...user }) => ({ ...user, channels: Number(channels) })),
        next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      },
    };
  };
}
