import type { portalResources } from '@azulejo/contract';
import type { Makers } from '../../connections/makers/index.ts';
import type { ManagerWebhooks } from '../../connections/managers/index.ts';
import type { Db } from '../../database/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Consequences, Removal } from '../deletion/index.ts';
import type { HomeApplication } from '../home-application/index.ts';
import { actorOf, type PortalHandlers } from '../portal-accounts/index.ts';
import { applicationChangeHandlers, applicationLinkHandlers } from './application-changes.ts';
import { applicationListHandlers } from './application-list.ts';
import { createApplicationPages } from './application-pages.ts';
import { toOptions } from './application-wire.ts';
import { createApplicationNumbers } from './read-models/application-numbers.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  applications: Applications;
  makers: Makers;
  managerWebhooks: ManagerWebhooks;
  homeApplication: HomeApplication;
  removal: Removal;
  metrics: Metrics;
  tokenLifetimes: { user: number; client: number; refresh: number };
  endpoints: { http: string; mqtt: string[] };
};

export function applicationHandlers(
  dependencies: Dependencies,
): PortalHandlers<typeof portalResources.applications> {
  const { db, clock, applications, homeApplication, removal, metrics } = dependencies;
  const numbers = createApplicationNumbers(db, clock);
  const pages = createApplicationPages({ ...dependencies, numbers });
  const { get, answer } = pages;

  return {
    ...applicationListHandlers({ ...dependencies, numbers }),
    ...applicationChangeHandlers({ applications, pages }),
    ...applicationLinkHandlers({ ...dependencies, pages }),

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

    get: async ({ input }) => answer(await get(input.application_id)),

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

    remove: async ({ input, context }) => {
      const client = await get(input.application_id);
      if (input.name !== client.name) throw invalidField('name', 'is not the name of this application');
      await removal.application(client, actorOf(context));
      return { body: {}, cacheControl: NO_STORE };
    },
  };
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
