import type { Db } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { createConcurrentCalls } from '../../platform/concurrent-calls.ts';
import { createSerializer } from '../../platform/serialize-by-key.ts';
import { createSharedCalls } from '../../platform/shared-calls.ts';
import type { Chosen, DeviceRequest, Maker } from '../makers/index.ts';
import type { DeviceScope, Found, FoundDevices } from './found-devices.ts';
import type { Offer } from './offer.ts';
import { channelsOf } from './read-models/users-devices.ts';
import type { Tickets } from './tickets.ts';

type Dependencies = { db: Db; offer: Offer; found: FoundDevices; tickets: Tickets };

/** Requests of a user that run or wait, each for as long as its maker takes. */
const MAX_AT_A_TIME = 20;

/** A device to add. Without a name it keeps the name under which it was found. */
type Wanted = { readonly id: string; readonly name: string | undefined };

/** A device in the home: `id` is its channel, `foundId` the id under which it was found. */
export type AddedDevice = { readonly id: string; readonly foundId: string; readonly name: string };

/**
 * Adds devices that were found to the home of their user:
 * 1. looks up each device: found, or in the home already;
 * 2. asks the maker to add the devices that are not in the home, and devices that were added before the user last
 *    signed in at the maker, because only adding renews their stored credentials (managers 2.7);
 * 3. records which channels they have.
 * Requests of one user for one kind of device run one after another, because the second may name devices that
 * the first one adds. A second tap on the button repeats the first request while it runs, and gets its answer.
 */
export function createAdd(dependencies: Dependencies) {
  const { db, offer, found } = dependencies;
  const serialize = createSerializer();
  const bounded = createConcurrentCalls('pairing', MAX_AT_A_TIME);
  const share = createSharedCalls<AddedDevice[]>();

  async function add(request: DeviceRequest, wanted: readonly Wanted[]): Promise<AddedDevice[]> {
    const maker = await offer.makerOf(request.templateId);
    const scope = { ...request, managerId: maker.managerId };
    const { devices, inHome } = await lookUp(dependencies, scope, [...new Set(wanted.map(({ id }) => id))]);
    const due = await dueOf(dependencies, scope, maker, devices);
    if (due.length === 0)
      throw new ApiError('already_there', { detail: 'These devices were already added.' });
    const names = new Map(wanted.map(({ id, name }) => [id, name?.trim()]));
    const chosen = due.map(({ id, remoteKey, name, photoUrl }): Chosen => {
      return { id, remoteKey, photoUrl, name: names.get(id) || name };
    });
    const added = new Map((await maker.add(request, chosen)).map(({ id, channelId }) => [id, channelId]));
    if (added.size === 0)
      throw new ApiError('not_granted', { detail: 'The maker added none of these devices.' });
    await db.write(async (tx) => {
      if (!maker.list) await found.remove(tx, scope, [...added.keys()]);
      else for (const [id, channelId] of added) await found.markAdded(tx, scope, id, channelId);
    });
    const nameOf = new Map(chosen.map(({ id, name }) => [id, name]));
    return devices.flatMap(({ id }) => {
      const channelId = added.get(id);
      if (channelId !== undefined) return [{ id: channelId, foundId: id, name: nameOf.get(id) ?? '' }];
      return inHome.get(id) ?? [];
    });
  }

  return (request: DeviceRequest, wanted: readonly Wanted[]): Promise<AddedDevice[]> =>
    share(JSON.stringify([request.applicationId, request.userId, request.templateId, wanted]), () =>
      bounded(request.userId, () =>
        serialize(`${request.userId} ${request.templateId}`, () => add(request, wanted)),
      ),
    );
}

type Device = { readonly id: string; readonly found?: Found; readonly isInHome: boolean };

/** Throws `not_granted` for a device that was not found for this user and is not in the home. */
async function lookUp({ db, found }: Dependencies, scope: DeviceScope, ids: readonly string[]) {
  const known = new Map((await found.list(scope)).map((each) => [each.id, each]));
  const channelIds = ids.map((id) => known.get(id)?.channelId ?? id);
  const names = await channelsOf(db, scope.userId, scope.templateId, channelIds);
  const inHome = new Map<string, AddedDevice>();
  for (const [index, id] of ids.entries()) {
    const channelId = channelIds[index] ?? id;
    const name = names.get(channelId);
    if (name !== undefined) inHome.set(id, { id: channelId, foundId: id, name });
  }
  const devices = ids.map((id): Device => {
    const device = known.get(id);
    if (!device && !inHome.has(id)) refuse(id);
    return { id, ...(device && { found: device }), isInHome: inHome.has(id) };
  });
  return { devices, inHome };
}

/** Returns the devices that the maker has to add. */
async function dueOf(
  { tickets }: Dependencies,
  { userId, templateId, managerId }: DeviceScope,
  maker: Maker,
  devices: readonly Device[],
): Promise<Found[]> {
  const renewed = maker.list ? ((await tickets.lastReceived(userId, templateId, managerId)) ?? 0) : 0;
  return devices.flatMap(({ found, isInHome }) =>
    found && (!isInHome || found.added < renewed) ? [found] : [],
  );
}

function refuse(id: string): never {
  throw new ApiError('not_granted', {
    detail: `The device "${id.slice(0, 64)}" was not found for this user.`,
  });
}
