import type { Db } from '../../database/index.ts';
import type { Applications, Client } from '../../identity/applications/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { readChannelsOf } from './read-models/device-channels.ts';

export type Device = { client: Client; channels: { id: string; name: string }[] };

/** Finds devices and the channels that they created. */
export function createDeviceReads({ db, applications }: { db: Db; applications: Applications }) {
  /** Throws `not_found` unless the client is a device. */
  async function get(idOrNamespace: string): Promise<Client> {
    const client = await applications.find(idOrNamespace);
    if (client?.kind === 'device') return client;
    throw new ApiError('not_found', { detail: `There is no device "${idOrNamespace}".` });
  }

  const channelsOf = (clientId: string): Promise<Device['channels']> => readChannelsOf(db, clientId);

  return { get, channelsOf };
}
