import type { resources } from '@azulejo/contract';
import type { Handlers, SignedIn } from '../../core/access/index.ts';
import type { By } from '../../core/audit/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { Claims } from './claims.ts';
import type { DeviceRecords } from './device-records.ts';
import type { Devices } from './devices.ts';

type Dependencies = { devices: Devices; deviceRecords: DeviceRecords; users: Users };

const PAGE_SIZE = 50;

type Operations = Handlers<typeof resources.applicationDevices>;

/** Handles the operations with which an application manages its devices. */
export function applicationDeviceHandlers(dependencies: Dependencies): Operations {
  const { deviceRecords } = dependencies;
  return {
    list: async ({ input, context }) => {
      const { search, claim, user_id: userId, after, limit = PAGE_SIZE } = input;
      const applicationId = context.principal.clientId;
      const isClaimable = claim === 'open';
      const query = { applicationId, search, isClaimable, userId, after, limit };
      const { devices: found, next } = await deviceRecords.list(query);
      return { body: { devices: found.map(({ record }) => record), next }, cacheControl: NO_STORE };
    },

    create: createHandler(dependencies),

    get: async ({ input, context }) => ({
      body: await ownRecord(deviceRecords, context, input.device_id),
      cacheControl: NO_STORE,
    }),

    ...changeHandlers(dependencies),
  };
}

/** Throws `not_found` unless the calling application manages the device. */
const ownRecord = async (deviceRecords: DeviceRecords, context: SignedIn, deviceId: string) =>
  (await deviceRecords.get(deviceId, context.principal.clientId)).record;

const createHandler =
  ({ devices, deviceRecords, users }: Dependencies): Operations['create'] =>
  async ({ input, context }) => {
    const { clientId: applicationId } = context.principal;
    const { user_id: userId, claim_days: claimDays, channeltemplate_id: templateId, name } = input;
    const device = { templateId, name, hasSingleConnection: input.single_connection };
    const by = actorOf(context);
    if (userId !== undefined && (await users.findSubject(userId))?.clientId !== applicationId)
      throw new ApiError('not_found', { detail: 'The application does not have this user.' });
    const made =
      userId === undefined
        ? await devices.createUnclaimed({ ...device, applicationId, claimDays }, by)
        : await devices.create({ ...device, userId }, by);
    return {
      body: {
        device: await ownRecord(deviceRecords, context, made.client.id),
        client_secret: made.secret,
        ...('claimCode' in made && { claim_code: made.claimCode }),
      },
      cacheControl: NO_STORE,
    };
  };

function changeHandlers({
  devices,
  deviceRecords,
}: Dependencies): Pick<Operations, 'update' | 'rotateSecret' | 'newClaimCode' | 'remove'> {
  const recordOf = (context: SignedIn, deviceId: string) => ownRecord(deviceRecords, context, deviceId);
  return {
    update: async ({ input, context }) => {
      const { device_id: id, name, state, single_connection: hasSingleConnection } = input;
      await recordOf(context, id);
      await devices.update(id, { name, state, hasSingleConnection }, actorOf(context));
      return { body: await recordOf(context, id), cacheControl: NO_STORE };
    },

    rotateSecret: async ({ input, context }) => {
      const { device_id: id, immediately } = input;
      await recordOf(context, id);
      const { secret } = await devices.rotateSecret(id, actorOf(context), immediately);
      return { body: { device: await recordOf(context, id), client_secret: secret }, cacheControl: NO_STORE };
    },

    newClaimCode: async ({ input, context }) => {
      const { device_id: id, claim_days: days } = input;
      await recordOf(context, id);
      const code = await devices.newClaimCode(id, days, actorOf(context));
      return { body: { device: await recordOf(context, id), claim_code: code }, cacheControl: NO_STORE };
    },

    remove: async ({ input, context }) => {
      await recordOf(context, input.device_id);
      await devices.remove(input.device_id, actorOf(context));
      return { body: {} };
    },
  };
}

const actorOf = (context: SignedIn): By => ({ actorId: context.principal.id, address: context.address });

export function claimHandlers(claims: Claims): Handlers<typeof resources.claims> {
  return {
    use: async ({ input, context }) => {
      const { id, clientId } = context.principal;
      const { name, channels } = await claims.use({ id, clientId, address: context.address }, input.code);
      return { body: { name, channels }, cacheControl: NO_STORE };
    },
  };
}
