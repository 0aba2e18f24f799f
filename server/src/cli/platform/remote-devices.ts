import { type PortalDevice, portalResources } from '@azulejo/contract';
import { ApiError } from '../../platform/api-error.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Call } from '../remote/client.ts';
import { pagesOf } from '../remote/pages.ts';
import type { ChannelPort, DevicePort, NewDevice, ShownDevice } from './ports.ts';
import { applicationId } from './remote-applications.ts';
import { newestTemplate } from './remote-templates.ts';

const operations = portalResources.devices;
const PAGE_SIZE = 200;

/** Manages the devices of a remote server. */
export function remoteDevices(call: Call): DevicePort {
  const find = (idOrNamespace: string) => findDevice(call, idOrNamespace);

  /** Creates the device, and reads what commands show of it. */
  async function make(
    input: { user_id?: string; application_id?: string; claim_days?: number },
    device: Wanted,
  ) {
    const made = await call(operations.create, {
      channeltemplate_id: device.templateId,
      ...input,
      ...(device.name === undefined ? {} : { name: device.name }),
      ...(device.hasSingleConnection === undefined ? {} : { single_connection: device.hasSingleConnection }),
    });
    const { client_id: id, namespace, name, channels } = made.device;
    const channel = { id: channels[0]?.id ?? '', name: channels[0]?.name ?? name };
    const template = await newestTemplate(call, device.templateId);
    return { made, client: { id, namespace }, secret: made.client_secret ?? '', channel, template };
  }

  return {
    list: async (userId) => (await allDevices(call, userId)).map(toShown),
    async create({ userId, ...device }) {
      const { made, ...shown } = await make({ user_id: userId }, device);
      return { ...shown, user: { id: userId, name: made.device.user?.name ?? userId } };
    },
    async createUnclaimed({ application, claimDays, ...device }) {
      const input = {
        ...(application === undefined ? {} : { application_id: await applicationId(call, application) }),
        ...(claimDays === undefined ? {} : { claim_days: claimDays }),
      };
      const { made, ...shown } = await make(input, device);
      return { ...shown, claimCode: made.claim_code ?? '' };
    },
    async rotateSecret(id) {
      const { client_id: device_id } = await find(id);
      const { device, client_secret: secret = '' } = await call(operations.rotateSecret, { device_id });
      const until = device.previous_secret_expires;
      const previousExpires = until === null ? undefined : Date.parse(until);
      return { client: { id: device.client_id, name: device.name }, secret, previousExpires };
    },
    async remove(id) {
      const device = await find(id);
      await call(operations.remove, { device_id: device.client_id });
      return toShown(device);
    },
  };
}

type Wanted = Omit<NewDevice, 'userId'> & { hasSingleConnection?: boolean | undefined };

/** Returns the devices, or those in one user's home, in the order of their creation. */
async function allDevices(call: Call, user_id: string | undefined): Promise<PortalDevice[]> {
  const input = { limit: PAGE_SIZE, ...(user_id === undefined ? {} : { user_id }) };
  const found: PortalDevice[] = [];
  for await (const { devices } of pagesOf((from) => call(operations.list, { ...input, ...from })))
    found.push(...devices);
  return found.toReversed();
}

/** Finds a device by its client_id or namespace, which others may contain too. Throws `not_found`. */
async function findDevice(call: Call, idOrNamespace: string): Promise<PortalDevice> {
  const input = { search: idOrNamespace, limit: PAGE_SIZE };
  for await (const { devices } of pagesOf((from) => call(operations.list, { ...input, ...from }))) {
    const found = devices.find(
      ({ client_id, namespace }) => client_id === idOrNamespace || namespace === idOrNamespace,
    );
    if (found) return found;
  }
  throw new ApiError('not_found', { detail: `There is no device "${idOrNamespace}".` });
}

/** Manages the channels of a remote server, on which only virtual ones can be created. */
export const remoteChannels = (call: Call): ChannelPort => ({
  async create() {
    throw new Refusal(
      'a channel without an owner can be created only on the machine of the server: add --virtual, or run the command there',
    );
  },
  async createVirtual({ userId, templateId, name, seed, faults }) {
    const created = await call(portalResources.virtualDevices.create, {
      user_id: userId,
      template_id: templateId,
      ...(name === undefined ? {} : { name }),
      ...(seed === undefined ? {} : { seed }),
      faults: [...faults],
    });
    return {
      channel: { id: created.channel_id, name: created.name },
      template: await newestTemplate(call, templateId),
      user: { id: userId, name: created.user?.name ?? userId },
    };
  },
});

const toShown = (device: PortalDevice): ShownDevice => ({
  id: device.client_id,
  name: device.name,
  namespace: device.namespace,
  state: device.state,
  created: Date.parse(device.created),
  channels: device.channels,
});
