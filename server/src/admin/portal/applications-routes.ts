import type { PortalApplicationDetail, portalResources } from '@azulejo/contract';
import type { Makers } from '../../connections/makers/index.ts';
import type { By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Applications, Client } from '../../people/applications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { invalidField, Problem } from '../../platform/problem.ts';
import type { HomeApplication } from '../home-application/index.ts';
import { type PortalContext, type PortalHandlers, sessionOf } from '../portal-accounts/index.ts';
import type { Consequences, Removal } from '../removal/index.ts';
import { readSettings, toDetail, toListed, toOptions, withWireNames } from './application-wire.ts';
import { createApplicationNumbers } from './read-models/application-numbers.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  applications: Applications;
  makers: Makers;
  homeApplication: HomeApplication;
  removal: Removal;
  metrics: Metrics;
  tokenLifetimes: { user: number; client: number; refresh: number };
  endpoints: { http: string; mqtt: string[] };
};

const PAGE_SIZE = 50;

export function applicationHandlers(
  dependencies: Dependencies,
): PortalHandlers<typeof portalResources.applications> {
  const { db, clock, applications, makers, homeApplication, removal, metrics } = dependencies;
  const numbers = createApplicationNumbers(db);

  /** Finds an application by `client_id` only: URLs do not contain namespaces. */
  async function get(id: string): Promise<Client> {
    const client = await applications.findById(id);
    if (!client || client.kind === 'device')
      throw new Problem('not_found', { detail: 'This application does not exist.' });
    return client;
  }

  async function detailOf(client: Client): Promise<PortalApplicationDetail> {
    const links = await applications.linksOf(client.id);
    const worksFor = links.worksFor.map(({ id }) => id);
    const users = (await numbers.usersOf([client.id])).get(client.id) ?? 0;
    const exampleUserId = await numbers.exampleUser(client.id, worksFor);
    return toDetail(client, {
      ...links,
      users,
      templates: client.kind === 'manager' ? await makers.templatesOf(client.id) : [],
      exampleUserId,
      isHome: homeApplication.isOf(client),
      now: clock.now(),
    });
  }

  const answer = async (client: Client) => ({ body: await detailOf(client), cacheControl: NO_STORE });

  const handlers: PortalHandlers<typeof portalResources.applications> = {
    overview: async () => {
      const clients = await applications.list();
      const home = clients.find(homeApplication.isOf);
      const body = {
        ...(await numbers.overview(home?.id)),
        applications: clients.length,
        connected: await openSessions(metrics),
      };
      return { body, cacheControl: NO_STORE };
    },

    options: async () => ({ body: toOptions(dependencies), cacheControl: NO_STORE }),

    list: async ({ input }) => {
      const { search = '', type, state, after, page_size: size = PAGE_SIZE } = input;
      const fitting = (await applications.list())
        .filter((client) => fits(client, search) && (type ?? client.type) === client.type)
        .filter((client) => (state ?? client.state) === client.state)
        .toReversed();
      const last = after === undefined ? -1 : fitting.findIndex(({ id }) => id === after);
      if (after !== undefined && last === -1) throw invalidField('after', 'is not a cursor of this list');
      const page = fitting.slice(last + 1, last + 1 + size);
      const users = await numbers.usersOf(page.map(({ id }) => id));
      const body = {
        applications: page.map((client) =>
          toListed(client, { users: users.get(client.id) ?? 0, isHome: homeApplication.isOf(client) }),
        ),
        total: fitting.length,
        next: last + 1 + size < fitting.length ? (page.at(-1)?.id ?? null) : null,
      };
      return { body, cacheControl: NO_STORE };
    },

    create: async ({ input, context }) => {
      const { name, type, namespace } = input;
      const { client, secret } = await withWireNames(
        applications.create({ ...readSettings(input), name, type, namespace }, byOf(context)),
      );
      const body = { application: await detailOf(client), client_secret: secret };
      return { body, cacheControl: NO_STORE };
    },

    get: async ({ input }) => answer(await get(input.application_id)),

    update: async ({ input, context }) => {
      const { id } = await get(input.application_id);
      const changes = { name: input.name, ...readSettings(input) };
      return answer(await withWireNames(applications.update(id, changes, byOf(context))));
    },

    rotateSecret: async ({ input, context }) => {
      const { id } = await get(input.application_id);
      const { client, secret } = await applications.rotateSecret(id, byOf(context));
      return {
        body: { application: await detailOf(client), client_secret: secret },
        cacheControl: NO_STORE,
      };
    },

    endOverlap: async ({ input, context }) => {
      const { id } = await get(input.application_id);
      return answer(await applications.endOverlap(id, byOf(context)));
    },

    consequences: async ({ input }) => {
      const counted = await removal.consequencesOf(await get(input.application_id));
      const body = {
        users: counted.users.count,
        sign_ins: counted.signIns.count,
        channels: counted.channels.count,
        devices: counted.devices.count,
        tiles: counted.tiles.count,
        others_channels: counted.othersChannels.count,
        at_least: Object.entries(counted).flatMap(([name, { isMore }]) =>
          isMore ? [wireNames[name as keyof Consequences]] : [],
        ),
      };
      return { body, cacheControl: NO_STORE };
    },

    setState: async ({ input, context }) => {
      const { id } = await get(input.application_id);
      return answer(await applications.setState(id, input.state, byOf(context)));
    },

    link: async ({ input, context }) => {
      const [from, to] = [await get(input.application_id), await get(input.target_id)];
      await applications.link(from.id, to.id, byOf(context));
      return answer(from);
    },

    unlink: async ({ input, context }) => {
      const [from, to] = [await get(input.application_id), await get(input.target_id)];
      await applications.unlink(from.id, to.id, byOf(context));
      return answer(from);
    },

    assignTemplate: async ({ input, context }) => {
      const manager = await get(input.application_id);
      await makers.assign(input.template_id, manager.id, { by: byOf(context), replaces: false });
      return answer(manager);
    },

    releaseTemplate: async ({ input, context }) => {
      const manager = await get(input.application_id);
      await makers.release(input.template_id, { by: byOf(context), managerId: manager.id });
      return answer(manager);
    },

    remove: async ({ input, context }) => {
      const client = await get(input.application_id);
      if (input.name !== client.name) throw invalidField('name', 'is not the name of this application');
      await removal.application(client, byOf(context));
      return { body: {}, cacheControl: NO_STORE };
    },
  };
  return handlers;
}

const wireNames: Record<keyof Consequences, string> = {
  users: 'users',
  signIns: 'sign_ins',
  channels: 'channels',
  devices: 'devices',
  tiles: 'tiles',
  othersChannels: 'others_channels',
};

const openSessions = async ({ liveSessions }: Metrics): Promise<number> =>
  (await liveSessions.get()).values.reduce((sum, { value }) => sum + value, 0);

const byOf = (context: PortalContext): By => ({
  actorId: sessionOf(context).account.id,
  address: context.address,
});

function fits({ id, name, namespace }: Client, search: string): boolean {
  const words = search.trim().toLowerCase();
  return id === words || name.toLowerCase().includes(words) || namespace.includes(words);
}
