import { type Network, parseNetwork } from '../platform/outbound/index.ts';
import { list, type Read, SettingError } from './settings.ts';

/** Reads the networks that calls to other people's addresses may reach in addition to public addresses. */
export function readNetworks(
  read: Read,
  name: 'WEBHOOK_NETWORKS' | 'AUTOMATION_NETWORKS' | 'PUSH_NETWORKS',
): Network[] {
  return list(read, name).map((entry) => {
    const network = parseNetwork(entry);
    if (!network) throw new SettingError(name, `"${entry}" is not an address or a CIDR range`);
    return network;
  });
}
