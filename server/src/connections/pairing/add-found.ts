import type { Audit } from '../../core/audit/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import type { User, Users } from '../../people/users/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { VirtualDevices } from '../virtual-devices/index.ts';
import type { Found, FoundDevices } from './found-devices.ts';
import type { Offer } from './offer.ts';
import { channelsOf, countVirtual } from './read-models/users-devices.ts';

type Dependencies = {
  db: Db;
  audit: Audit;
  users: Users;
  virtualDevices: VirtualDevices;
  bus: DomainEventBus;
};

/** A device to add. Without a name it keeps the name under which it was found. */
type Wanted = { readonly id: string; readonly name: string | undefined };

/**
 * Maximum number of virtual devices of a home: far more than homes have, but a bound, since the platform
 * simulates each.
 */
const MAX_VIRTUAL_DEVICES = 500;

/** Adds devices that were found to the home of their user, as virtual devices, and announces their grants. */
export function createAdd(dependencies: Dependencies, offer: Offer, found: FoundDevices) {
  const { db, users, bus } = dependencies;
  const addFound = createAddFound(dependencies, found);

  return async (userId: string, templateId: string, wanted: readonly Wanted[]): Promise<Found[]> => {
    const placement = { user: await users.get(userId), template: await offer.template(templateId) };
    const { added, all } = await db.write((tx) => addFound(tx, placement, wanted));
    for (const { id: channelId } of added) {
      const requestingClientId = placement.user.clientId;
      bus.emit('grantCreated', {
        by: channelId,
        channelId,
        role: 'user',
        granteeId: userId,
        requestingClientId,
      });
    }
    return all;
  };
}

function createAddFound(
  { audit, virtualDevices }: Pick<Dependencies, 'audit' | 'virtualDevices'>,
  found: FoundDevices,
) {
  return async function addFound(
    tx: Transaction,
    { user, template }: { user: User; template: VersionedTemplate },
    wanted: readonly Wanted[],
  ): Promise<{ added: Found[]; all: Found[] }> {
    const ids = [...new Set(wanted.map(({ id }) => id))];
    const taken = await found.take(tx, { userId: user.id, templateId: template.id }, ids);
    const existing = await channelsOf(tx, user.id, template.id, ids);
    const known = new Map([...existing, ...taken.map(({ id, name }) => [id, name] as const)]);
    const all = ids.map((id) => ({ id, name: known.get(id) ?? refuse(id) }));
    if (taken.length === 0)
      throw new Problem('already_there', { detail: 'These devices are added already.' });
    if ((await countVirtual(tx, user.id)) + taken.length > MAX_VIRTUAL_DEVICES)
      throw new Problem('quota_exceeded', {
        detail: `A home has at most ${MAX_VIRTUAL_DEVICES} virtual devices.`,
      });
    const names = new Map(wanted.map(({ id, name }) => [id, name?.trim()]));
    const isTaken = new Set(taken.map(({ id }) => id));
    const added: Found[] = [];
    for (const { id, name } of all.filter((device) => isTaken.has(device.id))) {
      const placement = { channelId: id, user, template, name: names.get(id) || name };
      const channel = await virtualDevices.place(tx, placement, { faults: [] });
      await audit.record(tx, { action: 'pairing.add', actorId: user.id, targetId: id });
      added.push({ id, name: channel.name });
    }
    const shown = new Map(added.map((device) => [device.id, device]));
    return { added, all: all.map((device) => shown.get(device.id) ?? device) };
  };
}

function refuse(id: string): never {
  throw new Problem('not_granted', {
    detail: `The device "${id.slice(0, 64)}" was not found for this user.`,
  });
}
