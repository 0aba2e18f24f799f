import type { PortalDevice, portalResources } from '@azulejo/contract';
import type { DeviceRecords, Devices, ManagedDevice } from '../../connections/devices/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { actorOf, type PortalHandlers } from '../portal-accounts/index.ts';

type Dependencies = {
  applications: Applications;
  devices: Devices;
  deviceRecords: DeviceRecords;
  /** Where devices connect. */
  mqttUrl: string;
};

const PAGE_SIZE = 50;

type Operations = PortalHandlers<typeof portalResources.devices>;

/** Handles what operators do with devices that have their own credentials. */
export function portalDeviceHandlers(dependencies: Dependencies): Operations {
  const { devices, deviceRecords, mqttUrl: mqtt_url } = dependencies;
  const get = async (id: string): Promise<PortalDevice> => toPortalDevice(await deviceRecords.get(id));

  return {
    list: async ({ input }) => {
      const { search, claim, user_id: userId, application_id: applicationId, after } = input;
      const isClaimable = claim === 'open';
      const query = { search, isClaimable, userId, applicationId, after, limit: input.limit ?? PAGE_SIZE };
      const { devices: found, next } = await deviceRecords.list(query);
      return { body: { devices: found.map(toPortalDevice), next } };
    },

    create: createHandler(dependencies),

    get: async ({ input }) => ({ body: await get(input.device_id) }),

    update: async ({ input, context }) => {
      const { device_id: id, name, state, single_connection: hasSingleConnection } = input;
      await devices.update(id, { name, state, hasSingleConnection }, actorOf(context));
      return { body: await get(id) };
    },

    rotateSecret: async ({ input, context }) => {
      const { device_id: id, immediately } = input;
      const { secret } = await devices.rotateSecret(id, actorOf(context), immediately);
      return { body: { device: await get(id), client_secret: secret, mqtt_url } };
    },

    newClaimCode: async ({ input, context }) => {
      const { device_id: id, claim_days: days } = input;
      const code = await devices.newClaimCode(id, days, actorOf(context));
      return { body: { device: await get(id), claim_code: code, mqtt_url } };
    },

    remove: async ({ input, context }) => {
      await devices.remove(input.device_id, actorOf(context));
      return { body: {} };
    },
  };
}

function createHandler({
  applications,
  devices,
  deviceRecords,
  mqttUrl,
}: Dependencies): Operations['create'] {
  async function requireApplication(id: string | undefined): Promise<string | undefined> {
    if (id === undefined) return undefined;
    const client = await applications.findById(id);
    if (client?.kind === 'application') return id;
    throw new ApiError('not_found', { detail: `There is no application "${id}".` });
  }

  return async ({ input, context }) => {
    const { user_id: userId, claim_days: claimDays, channeltemplate_id: templateId, name } = input;
    const device = { templateId, name, hasSingleConnection: input.single_connection };
    const by = actorOf(context);
    const made =
      userId === undefined
        ? await devices.createUnclaimed(
            { ...device, applicationId: await requireApplication(input.application_id), claimDays },
            by,
          )
        : await devices.create({ ...device, userId }, by);
    return {
      body: {
        device: toPortalDevice(await deviceRecords.get(made.client.id)),
        client_secret: made.secret,
        mqtt_url: mqttUrl,
        ...('claimCode' in made && { claim_code: made.claimCode }),
      },
    };
  };
}

const toPortalDevice = ({ record, application }: ManagedDevice): PortalDevice => ({
  ...record,
  application: application ?? null,
});
