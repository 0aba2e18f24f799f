import type { Resources } from '../api/resources.generated.ts';
import type { ManagerChannels } from './channels.ts';
import { createConfirmation } from './confirmation.ts';
import { toNodeListener } from './node-listener.ts';
import { createWebhookHandler } from './webhook-handler.ts';
import type { ManagerWebhooks } from './webhook-types.ts';

export function createWebhooks(
  { managers }: Resources,
  channels: ManagerChannels,
  manager_id: string,
): ManagerWebhooks {
  const update: ManagerWebhooks['update'] = (addresses, options) =>
    managers.update({ manager_id, ...addresses }, options);
  const readHash = async () => (await managers.get({ manager_id })).confirmation_hash;
  const handler: ManagerWebhooks['handler'] = (handlers, options = {}) =>
    createWebhookHandler({ handlers, options, channels, isConfirmed: createConfirmation(readHash) });
  return {
    get: (options) => managers.get({ manager_id }, options),
    update,
    register: (baseUrl, options) => {
      const base = baseUrl.replace(/\/+$/, '');
      const addresses = {
        authorize: `${base}/authorize`,
        receive_token: `${base}/receive-token`,
        devices_list: `${base}/devices-list`,
        select_device: `${base}/select-device`,
      };
      return update(addresses, options);
    },
    handler,
    listener: (handlers, options) => toNodeListener(handler(handlers, options)),
  };
}
