import type { PortalApplicationDetail } from '@azulejo/contract';
import type { Features } from '../../app/features.ts';
import type { Client } from '../../identity/applications/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Call } from '../remote/client.ts';
import type { ManagerPort, ShownManager } from './ports.ts';
import { allApplications, readApplication } from './remote-applications.ts';

/** Manages the managers in the database of this machine. */
export function localManagers({ applications, makers, managerWebhooks }: Features): ManagerPort {
  async function toShown({ id, name, namespace, state }: Client): Promise<ShownManager> {
    const templates = (await makers.templatesOf(id)).map((template) => ({
      id: template.id,
      name: template.name,
    }));
    const { webhooks } = await managerWebhooks.get(id);
    return { id, name, namespace, state, templates, webhooks: { ...webhooks } };
  }

  return {
    async list() {
      const managers = (await applications.list()).filter(({ kind }) => kind === 'manager');
      return Promise.all(managers.map(toShown));
    },
    async get(id) {
      const client = await applications.get(id);
      if (client.kind !== 'manager') throw notManager(client);
      return toShown(client);
    },
  };
}

/** Manages the managers of a remote server. */
export const remoteManagers = (call: Call): ManagerPort => ({
  list: async () => (await allApplications(call, 'manager')).map(toShown),
  async get(id) {
    const application = await readApplication(call, id);
    if (application.type !== 'manager') throw notManager(application);
    return toShown(application);
  },
});

const toShown = (manager: PortalApplicationDetail): ShownManager => ({
  id: manager.client_id,
  name: manager.name,
  namespace: manager.namespace,
  state: manager.state,
  templates: manager.templates.map(({ id, name }) => ({ id, name })),
  webhooks: Object.fromEntries((manager.webhooks ?? []).map(({ name, url }) => [name, url])),
});

const notManager = ({ name }: { name: string }) => new Refusal(`"${name}" is not a manager`);
