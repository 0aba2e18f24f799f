import type { Db, Transaction } from '../../database/index.ts';
import type { Homes } from '../../home/homes/index.ts';
import type { Applications } from '../../people/applications/index.ts';
import { newToken } from '../../platform/random-token.ts';

type Dependencies = { db: Db; applications: Applications; homes: Homes };

/** Devices of one kind in one home, which a tool plays. They are known again by their namespaces. */
export type FleetOrder = { userId: string; templateId: string; namespaces: readonly string[] };

/** With a secret that works from now on. */
export type BatchDevice = { clientId: string; secret: string; channelId: string };

/** A transaction of so many takes a few milliseconds: others hardly wait. */
const AT_ONCE = 10;

/** Many devices at a time, made, found again, and removed. */
export function createDeviceBatches({ db, applications, homes }: Dependencies) {
  /** Those that exist, each with its first channel. */
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
    /** In the order of the namespaces: those that are there get a new secret, the others are made. */
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

    /** Those whose namespace begins so; what was stored of them goes with the next sweep. Returns how many there were. */
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
