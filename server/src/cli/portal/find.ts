import type {
  PortalAccount,
  PortalApplicationDetail,
  PortalBridge,
  PortalDevice,
  PortalUser,
} from '@azulejo/contract';
import { Refusal } from '../../platform/refusal.ts';
import type { Portal } from './client.ts';

/** The rows of a page: the most that the portal allows. */
const PAGE_SIZE = 200;
/** Details that are read at the same time. */
const BATCH_SIZE = 8;

/** Returns the `client_id` of an application by its `client_id` or namespace. Throws `not_found`. */
export async function applicationId({ applications }: Portal, idOrNamespace: string): Promise<string> {
  const input = { search: idOrNamespace, page_size: PAGE_SIZE };
  for await (const page of pagesOf((after) => applications.list({ ...input, after }))) {
    const found = page.applications.find(isCalled(idOrNamespace));
    if (found) return found.client_id;
  }
  throw await notFound(`There is no application "${idOrNamespace}".`);
}

/** Returns an application by its `client_id` or namespace. Throws `not_found`. */
export const findApplication = async (
  portal: Portal,
  idOrNamespace: string,
): Promise<PortalApplicationDetail> =>
  portal.applications.get({ application_id: await applicationId(portal, idOrNamespace) });

/** Returns all applications, or those of one type, in the order of their creation. */
export async function allApplications(
  { applications }: Portal,
  type?: 'manager',
): Promise<PortalApplicationDetail[]> {
  const ids: string[] = [];
  for await (const page of pagesOf((after) => applications.list({ page_size: PAGE_SIZE, type, after })))
    ids.push(...page.applications.map(({ client_id }) => client_id));
  ids.reverse();
  const details: PortalApplicationDetail[] = [];
  while (details.length < ids.length) {
    const batch = ids.slice(details.length, details.length + BATCH_SIZE);
    details.push(...(await Promise.all(batch.map((id) => applications.get({ application_id: id })))));
  }
  return details;
}

/** Returns a manager by its `client_id` or namespace. Throws `not_found`, or a Refusal for another application. */
export async function findManager(portal: Portal, idOrNamespace: string): Promise<PortalApplicationDetail> {
  const application = await findApplication(portal, idOrNamespace);
  if (application.type !== 'manager') throw new Refusal(`"${application.name}" is not a manager`);
  return application;
}

/** Returns the query for users of one application, or of all. */
const usersOf = async (portal: Portal, application: string | undefined) => ({
  application_id: application === undefined ? undefined : await applicationId(portal, application),
});

/** Lists users by e-mail, at most `limit`. */
export async function listUsers(
  portal: Portal,
  { application, search, limit }: { application?: string; search?: string; limit: number },
): Promise<{ users: PortalUser[]; isMore: boolean }> {
  const query = { ...(await usersOf(portal, application)), search };
  const users: PortalUser[] = [];
  let after: string | undefined;
  do {
    const size = Math.min(PAGE_SIZE, limit - users.length);
    const page = await portal.users.list({ ...query, limit: size, after });
    users.push(...page.users);
    after = page.next ?? undefined;
  } while (after !== undefined && users.length < limit);
  return { users, isMore: after !== undefined };
}

/**
 * Finds a user by id, or by e-mail, which several applications may have. Throws unless exactly one user matches.
 */
export async function findUser(
  portal: Portal,
  idOrEmail: string,
  application: string | undefined,
): Promise<PortalUser> {
  if (!idOrEmail.includes('@')) return portal.users.get({ user_id: idOrEmail });
  const { emailKey } = await import('../../identity/users/index.ts');
  const key = emailKey(idOrEmail);
  const query = { ...(await usersOf(portal, application)), search: idOrEmail, limit: PAGE_SIZE };
  const { users } = await portal.users.list(query);
  const [first, second] = users.filter(({ email }) => emailKey(email) === key);
  if (!first) throw new Refusal(`there is no user "${idOrEmail}"`);
  if (second)
    throw new Refusal(`several applications have a user "${idOrEmail}": add --application, or use the id`);
  return first;
}

/** Finds an account of the portal by its e-mail. */
export async function findAccount({ accounts }: Portal, email: string): Promise<PortalAccount> {
  const { emailKey } = await import('../../identity/users/index.ts');
  const found = (await accounts.list()).accounts.find(
    (account) => emailKey(account.email) === emailKey(email),
  );
  if (!found) throw new Refusal(`there is no account "${email}"`);
  return found;
}

/** Returns the devices, or those in one user's home, in the order of their creation. */
export async function allDevices({ devices }: Portal, userId: string | undefined): Promise<PortalDevice[]> {
  const input = { limit: PAGE_SIZE, user_id: userId };
  const found: PortalDevice[] = [];
  for await (const page of pagesOf((after) => devices.list({ ...input, after }))) found.push(...page.devices);
  return found.toReversed();
}

/** Finds a device by its `client_id` or namespace, which others may contain too. Throws `not_found`. */
export async function findDevice({ devices }: Portal, idOrNamespace: string): Promise<PortalDevice> {
  const input = { search: idOrNamespace, limit: PAGE_SIZE };
  for await (const page of pagesOf((after) => devices.list({ ...input, after }))) {
    const found = page.devices.find(isCalled(idOrNamespace));
    if (found) return found;
  }
  throw await notFound(`There is no device "${idOrNamespace}".`);
}

/** Finds a bridge by id, or by its name if no other bridge has it. */
export async function findBridge(portal: Portal, idOrName: string): Promise<PortalBridge> {
  return pickBridge((await portal.bridges.list()).bridges, idOrName);
}

/** Picks a bridge by id, or by its name if no other bridge has it. */
export async function pickBridge<Bridge extends { readonly id: string; readonly name: string }>(
  bridges: readonly Bridge[],
  idOrName: string,
): Promise<Bridge> {
  const [bridge, other] = bridges.filter(({ id, name }) => id === idOrName || name === idOrName);
  if (!bridge) throw await notFound(`There is no bridge "${idOrName.slice(0, 100)}".`);
  if (other) throw new Refusal(`several bridges are called "${idOrName}": use the id`);
  return bridge;
}

/** Reads the pages of a list of the portal, one request after another. */
async function* pagesOf<Page extends { readonly next?: string | null }>(
  read: (after: string | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
  let after: string | undefined;
  do {
    const page: Page = await read(after);
    yield page;
    after = page.next ?? undefined;
  } while (after !== undefined);
}

const isCalled =
  (idOrNamespace: string) =>
  ({ client_id, namespace }: { client_id: string; namespace: string }): boolean =>
    client_id === idOrNamespace || namespace === idOrNamespace;

async function notFound(detail: string) {
  const { ApiError } = await import('../../platform/api-error.ts');
  return new ApiError('not_found', { detail });
}
