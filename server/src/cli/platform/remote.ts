import { type PortalUser, portalResources } from '@azulejo/contract';
import { emailKey } from '../../identity/users/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Call } from '../remote/client.ts';
import { remoteBridges } from './bridges.ts';
import { remoteManagers } from './managers.ts';
import type { Ports, ShownUser, UserPort } from './ports.ts';
import { applicationId, remoteApplications } from './remote-applications.ts';
import { remoteChannels, remoteDevices } from './remote-devices.ts';
import { remoteTemplates } from './remote-templates.ts';

const { users } = portalResources;
const PAGE_SIZE = 200;

/** Implements the ports of commands with a remote server. */
export const remotePorts = (call: Call): Ports => ({
  applications: remoteApplications(call),
  users: remoteUsers(call),
  templates: remoteTemplates(call),
  managers: remoteManagers(call),
  bridges: remoteBridges(call),
  devices: remoteDevices(call),
  channels: remoteChannels(call),
});

function remoteUsers(call: Call): UserPort {
  const filterOf = async (application: string | undefined) =>
    application === undefined ? {} : { application_id: await applicationId(call, application) };
  const toShown = async (user_id: string) => toUser(await call(users.get, { user_id }));

  return {
    async list({ application, search, limit }) {
      const filter = { ...(await filterOf(application)), ...(search === undefined ? {} : { search }) };
      const found: PortalUser[] = [];
      let after: string | undefined;
      do {
        const page = await call(users.list, {
          ...filter,
          limit: Math.min(PAGE_SIZE, limit - found.length),
          ...(after === undefined ? {} : { after }),
        });
        found.push(...page.users);
        after = page.next ?? undefined;
      } while (after !== undefined && found.length < limit);
      const listed = found.map((user) => ({
        ...toUser(user),
        applicationNamespace: user.application.namespace,
      }));
      return { users: listed, isMore: after !== undefined };
    },
    async find(idOrEmail, application) {
      if (!idOrEmail.includes('@')) return toShown(idOrEmail);
      const query = { ...(await filterOf(application)), search: idOrEmail, limit: PAGE_SIZE };
      const key = emailKey(idOrEmail);
      const matches = (await call(users.list, query)).users.filter(({ email }) => emailKey(email) === key);
      const [first, second] = matches;
      if (!first) throw new Refusal(`there is no user "${idOrEmail}"`);
      if (second)
        throw new Refusal(
          `several applications have a user "${idOrEmail}": add --application, or use the id`,
        );
      return toUser(first);
    },
    setState: async (user_id, state) => toUser(await call(users.setState, { user_id, state })),
    makeResetLink: async (user_id) => (await call(users.resetLink, { user_id })).link,
  };
}

const toUser = (user: PortalUser): ShownUser => ({
  id: user.id,
  email: user.email,
  name: user.name,
  state: user.state,
  clientId: user.application.id,
  namespace: user.namespace,
  created: Date.parse(user.created),
  updated: Date.parse(user.updated),
});
