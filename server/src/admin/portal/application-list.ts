import type { portalResources } from '@azulejo/contract';
import type { Applications, Client } from '../../identity/applications/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { HomeApplication } from '../home-application/index.ts';
import type { PortalHandlers } from '../portal-accounts/index.ts';
import { toListed } from './application-wire.ts';
import type { ApplicationNumbers } from './read-models/application-numbers.ts';

type Dependencies = {
  applications: Applications;
  homeApplication: HomeApplication;
  numbers: ApplicationNumbers;
};

const PAGE_SIZE = 50;

/** Lists the applications that a search finds, newest first, in pages. */
export function applicationListHandlers({
  applications,
  homeApplication,
  numbers,
}: Dependencies): Pick<PortalHandlers<typeof portalResources.applications>, 'list'> {
  return {
    list: async ({ input }) => {
      const { search = '', type, state, after, page_size: size = PAGE_SIZE } = input;
      const fitting = (await applications.list())
        .filter((client) => matchesSearch(client, search) && (type ?? client.type) === client.type)
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
  };
}

/** Returns whether the words are the id, or part of the name or namespace. */
export function matchesSearch({ id, name, namespace }: Client, search: string): boolean {
  const words = search.trim().toLowerCase();
  return id === words || name.toLowerCase().includes(words) || namespace.includes(words);
}
