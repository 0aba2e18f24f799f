import type { PortalApplicationDetail } from '@azulejo/contract';
import type { Makers } from '../../connections/makers/index.ts';
import type { ManagerWebhooks } from '../../connections/managers/index.ts';
import type { Applications, Client, RegisteredClient } from '../../identity/applications/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { HomeApplication } from '../home-application/index.ts';
import { toDetail } from './application-wire.ts';
import type { ApplicationNumbers } from './read-models/application-numbers.ts';

type Dependencies = {
  clock: Clock;
  applications: Applications;
  makers: Makers;
  managerWebhooks: ManagerWebhooks;
  homeApplication: HomeApplication;
  numbers: ApplicationNumbers;
};

export type ApplicationPages = ReturnType<typeof createApplicationPages>;

/** Finds an application that a page names, and shows it in full. */
export function createApplicationPages(dependencies: Dependencies) {
  const { clock, applications, makers, managerWebhooks, homeApplication, numbers } = dependencies;

  /** Finds an application by `client_id` only: URLs do not contain namespaces. */
  const get = async (id: string): Promise<RegisteredClient> => registered(await applications.findById(id));

  async function detailOf(found: Client): Promise<PortalApplicationDetail> {
    const client = registered(found);
    const links = await applications.linksOf(client.id);
    const worksFor = links.worksFor.map(({ id }) => id);
    const users = (await numbers.usersOf([client.id])).get(client.id) ?? 0;
    const exampleUserId = await numbers.exampleUser(client.id, worksFor);
    return toDetail(client, {
      ...links,
      users,
      ...(client.kind === 'manager'
        ? {
            templates: await makers.templatesOf(client.id),
            webhooks: (await managerWebhooks.get(client.id)).webhooks,
          }
        : { templates: [], webhooks: undefined }),
      exampleUserId,
      isHome: homeApplication.isOf(client),
      now: clock.now(),
    });
  }

  return {
    get,
    detailOf,
    answer: async (client: Client) => ({ body: await detailOf(client), cacheControl: NO_STORE }),
  };
}

/** Throws `not_found` for a device, which has a page of its own. */
function registered(client: Client | undefined): RegisteredClient {
  if (!client || client.kind === 'device')
    throw new ApiError('not_found', { detail: 'This application does not exist.' });
  return client;
}
