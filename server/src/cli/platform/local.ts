import { importCatalogue } from '../../app/catalogue.ts';
import type { Features } from '../../app/features.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findUser } from '../find-user.ts';
import type { OpenPlatform } from '../open-platform.ts';
import { localBridges } from './bridges.ts';
import { localManagers } from './managers.ts';
import type {
  ApplicationPort,
  ApplicationWithLinks,
  ChannelPort,
  DevicePort,
  Ports,
  ShownDevice,
  TemplatePort,
  UserPort,
} from './ports.ts';

/** The rows of a page: a few milliseconds of the database. */
const PAGE_SIZE = 500;

/** Implements the ports of commands with the database of this machine. */
export const localPorts = (platform: OpenPlatform): Ports => ({
  applications: localApplications(platform.features),
  users: localUsers(platform),
  templates: localTemplates(platform),
  managers: localManagers(platform.features),
  bridges: localBridges(platform),
  devices: localDevices(platform),
  channels: localChannels(platform),
});

/** Imports the catalogue, for commands that may run before the server ever started. */
const withCatalogue = ({ features, db }: OpenPlatform) => importCatalogue(features, db);

function localUsers({ features }: OpenPlatform): UserPort {
  const { users, applications, passwordReset } = features;
  return {
    async list({ application, search, limit }) {
      const clients =
        application === undefined ? await applications.list() : [await applications.get(application)];
      const namespaces = new Map(clients.map(({ id, namespace }) => [id, namespace]));
      const clientId = application === undefined ? undefined : clients[0]?.id;
      const found = [];
      let after: string | undefined;
      do {
        const query = { clientId, search, after, limit: Math.min(PAGE_SIZE, limit - found.length) };
        const page = await users.search(query);
        found.push(...page.found.map(({ user }) => user));
        after = page.next;
      } while (after !== undefined && found.length < limit);
      const nameOf = (id: string) => namespaces.get(id) ?? id;
      const listed = found.map((user) => ({ ...user, applicationNamespace: nameOf(user.clientId) }));
      return { users: listed, isMore: after !== undefined };
    },
    find: (idOrEmail, application) => findUser(features, idOrEmail, application),
    setState: (id, state) => users.setState(id, state),
    async makeResetLink(id) {
      const { name, state } = await users.get(id);
      if (state !== 'active') throw new Refusal(`${name} is disabled; enable the user first`);
      return passwordReset.makeLink(id);
    },
  };
}

function localTemplates(platform: OpenPlatform): TemplatePort {
  const { templates, makers } = platform.features;
  return {
    async list() {
      await withCatalogue(platform);
      return templates.list();
    },
    async get(id) {
      await withCatalogue(platform);
      return templates.find(id);
    },
    import: (definitions) => templates.import(definitions, { areTrusted: false }),
    async assign(id, manager) {
      await withCatalogue(platform);
      // As in the portal, a template that is in use is not taken away from its manager by accident.
      return makers.assign(id, manager, { replaces: false });
    },
    release: async (id) => void (await makers.release(id)),
  };
}

function localDevices(platform: OpenPlatform): DevicePort {
  const { applications, devices, removal } = platform.features;
  const toShown = ({ client, channels }: Awaited<ReturnType<typeof devices.remove>>): ShownDevice => ({
    ...client,
    channels,
  });
  return {
    list: async (userId) => (await devices.list(userId)).map(toShown),
    async create(device) {
      await withCatalogue(platform);
      return devices.create(device);
    },
    async createUnclaimed({ application, ...device }) {
      await withCatalogue(platform);
      const applicationId = application === undefined ? undefined : (await applications.get(application)).id;
      return devices.createUnclaimed({ ...device, applicationId });
    },
    rotateSecret: (id) => devices.rotateSecret(id),
    async remove(id) {
      const removed = await devices.remove(id);
      await removal.sweep();
      return toShown(removed);
    },
  };
}

function localChannels(platform: OpenPlatform): ChannelPort {
  const { homes, virtualDevices } = platform.features;
  return {
    async create(device) {
      await withCatalogue(platform);
      return homes.addDevice(device);
    },
    async createVirtual(device) {
      await withCatalogue(platform);
      return virtualDevices.create(device);
    },
  };
}

/** Manages the applications in the database of this machine. */
function localApplications({ applications, removal }: Features): ApplicationPort {
  async function withLinks(id: string): Promise<ApplicationWithLinks> {
    const application = await applications.get(id);
    const { worksFor, workedForBy } = await applications.linksOf(application.id);
    return {
      application,
      worksFor: worksFor.map(({ namespace }) => namespace),
      distributors: workedForBy.map(({ namespace }) => namespace),
    };
  }

  return {
    list: applications.list,
    get: withLinks,
    async create(input) {
      const { client, secret } = await applications.create(input);
      return { application: client, secret };
    },
    update: async (id, changes) => withLinks((await applications.update(id, changes)).id),
    async rotateSecret(id) {
      const { client, secret, previousExpires } = await applications.rotateSecret(id);
      return { application: client, secret, previousExpires };
    },
    setState: (id, state) => applications.setState(id, state),
    async setLink(distributor, application, isLinked) {
      await applications[isLinked ? 'link' : 'unlink'](distributor, application);
      return [await applications.get(distributor), await applications.get(application)];
    },
    async consequences(id) {
      const application = await applications.get(id);
      if (application.kind === 'device') throw new Refusal('this is a device: see `azulejo device remove`');
      const { users, channels, devices, tiles } = await removal.consequencesOf(application);
      return { application, counts: { users, channels, devices, tiles } };
    },
    async remove({ id }) {
      await removal.application(await applications.get(id));
      await removal.sweep();
    },
  };
}
