import { type Network, parseNetwork } from '../platform/outbound/index.ts';
import { list, type Read, SettingError } from './settings.ts';

/** Reads the networks that webhooks may lead to in addition to public addresses. */
export function readWebhookNetworks(read: Read): Network[] {
  return list(read, 'WEBHOOK_NETWORKS').map((entry) => {
    const network = parseNetwork(entry);
    if (!network) throw new SettingError('WEBHOOK_NETWORKS', `"${entry}" is not an address or a CIDR range`);
    return network;
  });
}
