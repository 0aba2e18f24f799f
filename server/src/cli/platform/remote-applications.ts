import { type PortalApplicationDetail, portalResources } from '@azulejo/contract';
import { ApiError } from '../../platform/api-error.ts';
import type { Call } from '../remote/client.ts';
import { pagesOf } from '../remote/pages.ts';
import type { Application, ApplicationPort, ApplicationWithLinks } from './ports.ts';

const operations = portalResources.applications;
const PAGE_SIZE = 200;
/** Details that are read at the same time. */
const BATCH_SIZE = 8;

/** Returns the client_id of an application by its client_id or namespace. Throws `not_found`. */
export async function applicationId(call: Call, idOrNamespace: string): Promise<string> {
  const input = { search: idOrNamespace, page_size: PAGE_SIZE };
  for await (const { applications } of pagesOf((from) => call(operations.list, { ...input, ...from }))) {
    const found = applications.find(
      ({ client_id, namespace }) => client_id === idOrNamespace || namespace === idOrNamespace,
    );
    if (found) return found.client_id;
  }
  throw new ApiError('not_found', { detail: `There is no application "${idOrNamespace}".` });
}

/** Returns the details of all applications, or of those of one type, in the order of their creation. */
export async function allApplications(call: Call, type?: 'manager'): Promise<PortalApplicationDetail[]> {
  const input = { page_size: PAGE_SIZE, ...(type && { type }) };
  const ids: string[] = [];
  for await (const { applications } of pagesOf((from) => call(operations.list, { ...input, ...from })))
    ids.push(...applications.map(({ client_id }) => client_id));
  ids.reverse();
  const details: PortalApplicationDetail[] = [];
  while (details.length < ids.length) {
    const batch = ids.slice(details.length, details.length + BATCH_SIZE);
    const read = batch.map((application_id) => call(operations.get, { application_id }));
    details.push(...(await Promise.all(read)));
  }
  return details;
}

/** Returns the details of an application. Throws `not_found`. */
export const readApplication = async (call: Call, idOrNamespace: string): Promise<PortalApplicationDetail> =>
  call(operations.get, { application_id: await applicationId(call, idOrNamespace) });

/** Manages the applications of a remote server. */
export function remoteApplications(call: Call): ApplicationPort {
  const idOf = (idOrNamespace: string) => applicationId(call, idOrNamespace);
  const get = (id: string) => readApplication(call, id);

  return {
    list: async () => (await allApplications(call)).map(toApplication),
    get: async (id) => withLinks(await get(id)),
    async create({ name, type, namespace, ...settings }) {
      const input = { name, type, ...(namespace === undefined ? {} : { namespace }), ...toWire(settings) };
      const { application, client_secret: secret } = await call(operations.create, input);
      return { application: toApplication(application), secret };
    },
    async update(id, { name, ...settings }) {
      const input = { application_id: await idOf(id), ...(name === undefined ? {} : { name }) };
      return withLinks(await call(operations.update, { ...input, ...toWire(settings) }));
    },
    async rotateSecret(id) {
      const rotated = await call(operations.rotateSecret, { application_id: await idOf(id) });
      const { application, client_secret: secret } = rotated;
      const { previous_secret_expires: until } = application;
      const previousExpires = until === null ? undefined : Date.parse(until);
      return { application: toApplication(application), secret, previousExpires };
    },
    setState: async (id, state) =>
      toApplication(await call(operations.setState, { application_id: await idOf(id), state })),
    async setLink(distributor, application, isLinked) {
      const [application_id, target_id] = [await idOf(distributor), await idOf(application)];
      const operation = isLinked ? operations.link : operations.unlink;
      const from = await call(operation, { application_id, target_id });
      return [from, await call(operations.get, { application_id: target_id })].map(toApplication);
    },
    async consequences(id) {
      const application = await get(id);
      const { client_id } = application;
      const counted = await call(operations.consequences, { application_id: client_id });
      const count = (name: 'users' | 'channels' | 'devices' | 'tiles') => ({
        count: counted[name],
        isMore: counted.at_least.includes(name),
      });
      const counts = {
        users: count('users'),
        channels: count('channels'),
        devices: count('devices'),
        tiles: count('tiles'),
      };
      return { application: toApplication(application), counts };
    },
    async remove({ id, name }) {
      await call(operations.remove, { application_id: id, name });
    },
  };
}

type Settings = Omit<Parameters<ApplicationPort['update']>[1], 'name'>;

const toWire = (settings: Settings) =>
  defined({
    redirect_uris: settings.redirectUris && [...settings.redirectUris],
    origins: settings.origins && [...settings.origins],
    scopes: settings.scopes && [...settings.scopes],
    access_token_lifetime: settings.accessTokenLifetime,
    refresh_token_lifetime: settings.refreshTokenLifetime,
    minimum_password_length: settings.minimumPasswordLength,
    app_scheme: settings.appScheme,
  });

/** Omits undefined members. */
const defined = <Members extends object>(members: Members) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Members]?: Exclude<Members[Name], undefined>;
  };

const toApplication = (wire: PortalApplicationDetail): Application => ({
  id: wire.client_id,
  name: wire.name,
  type: wire.type,
  namespace: wire.namespace,
  state: wire.state,
  scopes: wire.scopes,
  redirectUris: wire.redirect_uris,
  origins: wire.origins,
  accessTokenLifetime: wire.access_token_lifetime ?? undefined,
  refreshTokenLifetime: wire.refresh_token_lifetime ?? undefined,
  minimumPasswordLength: wire.minimum_password_length,
  appScheme: wire.app_scheme ?? undefined,
  created: Date.parse(wire.created),
  updated: Date.parse(wire.updated),
});

const withLinks = (wire: PortalApplicationDetail): ApplicationWithLinks => ({
  application: toApplication(wire),
  worksFor: wire.works_for.map(({ namespace }) => namespace),
  distributors: wire.distributors.map(({ namespace }) => namespace),
});
