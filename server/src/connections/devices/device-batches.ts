import type { Db, Transaction } from '../../database/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newToken } from '../../platform/random-token.ts';
import { createInsertDevice } from './device-rows.ts';
import { channelsOfDevices, findByPrefix, findDevices } from './read-models/device-channels.ts';

type Dependencies = { db: Db; clock: Clock; applications: Applications; homes: Homes };

/** Simulated devices of one kind in one home. Their namespaces identify them in later runs. */
export type BatchOrder = { userId: string; templateId: string; namespaces: readonly string[] };

/** A device with a new secret, valid from now on. */
export type BatchDevice = { clientId: string; secret: string; channelId: string };

/** Number of devices per transaction: ten take a few milliseconds, so that other writers hardly wait. */
const BATCH_SIZE = 10;

/** Creates, finds and removes many devices at a time. */
export function createDeviceBatches(dependencies: Dependencies) {
  const { db, applications, homes } = dependencies;
  const insertDevice = createInsertDevice(dependencies.clock);

  return {
    /**
     * Yields the devices in the order of the namespaces: existing ones get a new secret, the others are
     * created.
     */
    async *provide({ userId, templateId, namespaces }: BatchOrder): AsyncGenerator<BatchDevice[]> {
      const { user, template } = await homes.find({ userId, templateId });
      for (let start = 0; start < namespaces.length; start += BATCH_SIZE) {
        const wanted = namespaces.slice(start, start + BATCH_SIZE);
        const known = await findDevices(db, wanted);
        yield await db.write(async (tx) => {
          const devices: BatchDevice[] = [];
          for (const namespace of wanted) {
            const device = known.get(namespace);
            if (device) {
              devices.push({ ...device, secret: await renewSecret(applications, tx, device.clientId) });
              continue;
            }
            const name = `${template.name} ${namespace.split('-').at(-1)}`;
            const { client, secret } = await applications.createDevice(tx, { name, namespace });
            await insertDevice(tx, { clientId: client.id, applicationId: user.clientId });
            const channel = await homes.place(tx, { user, template, name, creatorId: client.id });
            devices.push({ clientId: client.id, secret, channelId: channel.id });
          }
          return devices;
        });
      }
    },

    /**
     * Removes the devices whose namespace begins with `prefix` and returns their number. Their stored data
     * goes with the next sweep.
     */
    async removeByNamespace(prefix: string): Promise<number> {
      for (let removed = 0; ; ) {
        const devices = await findByPrefix(db, prefix, BATCH_SIZE);
        if (devices.length === 0) return removed;
        await removeSome(
          dependencies,
          devices.map(({ id }) => id),
        );
        removed += devices.length;
      }
    },
  };
}

async function renewSecret(applications: Applications, tx: Transaction, clientId: string): Promise<string> {
  const secret = newToken('azs');
  await applications.setSecret(tx, clientId, secret);
  return secret;
}

/** Removes devices, and at most as many of their channels as fit into one transaction. */
async function removeSome(
  { db, applications, homes }: Dependencies,
  clientIds: readonly string[],
): Promise<void> {
  await db.write(async (tx) => {
    const channels = await channelsOfDevices(tx, clientIds, BATCH_SIZE);
    await homes.remove(
      tx,
      channels.map(({ id }) => id),
    );
    await applications.markDevicesRemoved(tx, clientIds);
  });
}

export type DeviceBatches = ReturnType<typeof createDeviceBatches>;
