import type { Audit } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Makers } from '../makers/index.ts';
import { createDeviceChanges } from './device-changes.ts';
import { createDeviceReads } from './device-reads.ts';
import { createNewDevices } from './new-devices.ts';
import { refuseTemplate } from './refuse-template.ts';

/** Maximum number of channels of a device. A hub owns the channels of the devices behind it. */
const MAX_CHANNELS_PER_DEVICE = 1_000;
/** More channels than one client creates at the same time. */
const MARGIN = 1_000;

export type Devices = ReturnType<typeof createDevices>;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  applications: Applications;
  templates: Templates;
  channels: Channels;
  homes: Homes;
  makers: Makers;
  maxChannelsPerManager: number;
};

/** Manages devices with their own credentials: each is a client that owns the channels it created. */
export function createDevices(dependencies: Dependencies) {
  const { get, channelsOf } = createDeviceReads(dependencies);
  return {
    get,
    channelsOf,
    ...createNewDevices(dependencies),
    ...createDeviceChanges({ ...dependencies, get, channelsOf }),
    createChannel: createCreateChannel(dependencies),
  };
}

/**
 * Creates a channel, which the device, manager or application still has to grant, or returns the one that it
 * created before with the same `remoteKey`. Throws `already_there` when that one has another template,
 * `not_granted` when the template is assigned to another manager, and `quota_exceeded`.
 */
function createCreateChannel(dependencies: Dependencies) {
  const { db, templates, channels } = dependencies;
  return async (
    creatorId: string,
    input: { templateId: string; name: string | undefined; remoteKey: string | undefined },
  ): Promise<string> => {
    const template = await templates.adopt(input.templateId);
    const { remoteKey } = input;
    const name = input.name?.trim() || template.name;
    const creator = await dependencies.applications.findById(creatorId);
    const refusal = refuseTemplate(creator, await dependencies.makers.of(template.id));
    const most = creator?.kind === 'device' ? MAX_CHANNELS_PER_DEVICE : dependencies.maxChannelsPerManager;
    // A count takes time in proportion to the channels, so that the only writer counts near the limit alone.
    const isNear = (await channels.countMadeBy(db.read, creatorId, most)) + MARGIN >= most;
    return db.write(async (tx) => {
      const known =
        remoteKey === undefined ? undefined : await channels.findByRemoteKey(tx, creatorId, remoteKey);
      if (known && known.templateId !== template.id) throw otherTemplate(known.id);
      if (known) return known.id;
      if (refusal) throw refusal;
      if (isNear) await requireRoom(tx, channels, creatorId, most);
      return (await channels.create(tx, { template, name, creatorId, remoteKey })).id;
    });
  };
}

/**
 * Returns the error of a repeated request with another template: it must not change anything, so the owner
 * has to change the channel.
 */
const otherTemplate = (channelId: string): ApiError =>
  new ApiError('already_there', {
    detail: `The channel ${channelId} has this remote_key and another template. Change the channel first.`,
  });

/** Throws `quota_exceeded`. */
async function requireRoom(
  tx: Transaction,
  channels: Channels,
  creatorId: string,
  most: number,
): Promise<void> {
  if ((await channels.countMadeBy(tx, creatorId, most)) >= most)
    throw new ApiError('quota_exceeded', { detail: `This client may have at most ${most} channels.` });
}
