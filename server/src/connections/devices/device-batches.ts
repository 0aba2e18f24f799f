import type { Db, Transaction } from '../../database/index.ts';
import type { Homes } from '../../home/homes/index.ts';
import type { Applications } from '../../people/applications/index.ts';
import { newToken } from '../../platform/random-token.ts';

type Dependencies = { db: Db; applications: Applications; homes: Homes };

/** Simulated devices of one kind in one home. Their namespaces identify them in later runs. */
export type FleetOrder = { userId: string; templateId: string; namespaces: readonly string[] };

/** A device with a new secret, valid from now on. */
export type BatchDevice = { clientId: string; secret: string; channelId: string };

/** Number of devices per transaction: ten take a few milliseconds, so that other writers hardly wait. */
const AT_ONCE = 10;

/** Creates, finds and removes many devices at a time. */
export function createDeviceBatches({ db, applications, homes }: Dependencies) {
  /** Returns the devices that exist, by namespace, each with one of its channels. */
  const found = async (namespaces: readonly string[]) => {
    const rows = await db.read
      .selectFrom('clients')
      .innerJoin('channels', 'channels.creator_id', 'clients.id')
      .select(['clients.namespace', 'clients.id as clientId', 'channels.id as channelId'])
      .where('clients.namespace', 'in', namespaces)
      .where('clients.kind', '=', 'device')
      .orderBy('channels.created', 'desc')
      .execute();
    return new Map(rows.map((row) => [row.namespace, row]));
  };

  async function renew(tx: Transaction, clientId: string): Promise<string> {
    const secret = newToken('azs');
    await applications.setSecret(tx, clientId, secret);
    return secret;
  }

  async function removeSome(clientIds: readonly string[]): Promise<void> {
    await db.write(async (tx) => {
      const channels = await tx
        .selectFrom('channels')
        .select('id')
        .where('creator_id', 'in', clientIds)
        .limit(AT_ONCE)
        .execute();
      await homes.remove(
        tx,
        channels.map(({ id }) => id),
      );
      await applications.markDevicesRemoved(tx, clientIds);
    });
  }

  return {
    /**
     * Yields the devices in the order of the namespaces: existing ones get a new secret, the others are
     * created.
     */
    async *provide({ userId, templateId, namespaces }: FleetOrder): AsyncGenerator<BatchDevice[]> {
      const { user, template } = await homes.find({ userId, templateId });
      for (let start = 0; start < namespaces.length; start += AT_ONCE) {
        const wanted = namespaces.slice(start, start + AT_ONCE);
        const known = await found(wanted);
        yield await db.write(async (tx) => {
          const devices: BatchDevice[] = [];
          for (const namespace of wanted) {
            const device = known.get(namespace);
            if (device) {
              devices.push({ ...device, secret: await renew(tx, device.clientId) });
              continue;
            }
            const name = `${template.name} ${namespace.split('-').at(-1)}`;
            const { client, secret } = await applications.createDevice(tx, { name, namespace });
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
        const devices = await db.read
          .selectFrom('clients')
          .select('id')
          .where('kind', '=', 'device')
          .where('namespace', '>=', prefix)
          .where('namespace', '<', `${prefix}~`)
          .limit(AT_ONCE)
          .execute();
        if (devices.length === 0) return removed;
        await removeSome(devices.map(({ id }) => id));
        removed += devices.length;
      }
    },
  };
}

export type DeviceBatches = ReturnType<typeof createDeviceBatches>;
