import { type DemoHome, loadDemoHome } from '@azulejo/catalog';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId, randomText } from '../../platform/random-token.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Applications, Client } from '../applications/index.ts';
import type { Fleet } from '../devices/index.ts';
import type { Homes } from '../homes/index.ts';
import type { TileGroups } from '../tiles/index.ts';
import type { Values } from '../values/index.ts';
import { hashText, type VirtualDevices } from '../virtual-devices/index.ts';

/** Shown once: passwords and secrets are not stored. */
export type DemoCredentials = { clientId: string; clientSecret: string; email: string; password: string };

type Dependencies = {
  db: Db;
  clock: Clock;
  applications: Applications;
  accounts: Accounts;
  tileGroups: TileGroups;
  homes: Homes;
  values: Values;
  virtualDevices: VirtualDevices;
  fleet: Fleet;
};

const NAMESPACE = 'demo';
/** The setting that names the demo's application once its home is furnished, and before who is making it. */
const SETTING = 'demo';
const MAKING = /^making (\d+) /;
/** Where the SDK's example for browsers is served. */
const EXAMPLE_PAGES = ['http://127.0.0.1:8000', 'http://localhost:8000'];
/** Much longer than it takes: after that, who was making it was killed. */
const MAKING_MS = 120_000;

export type Demo = ReturnType<typeof createDemo>;

/** One application, one user and a home of virtual devices, to try things with; removable whole. */
export function createDemo({
  db,
  clock,
  applications,
  accounts,
  tileGroups,
  homes,
  values,
  virtualDevices,
  fleet,
}: Dependencies) {
  const find = async () => (await applications.list()).find((client) => client.isDemo);

  async function furnish(userId: string, clientId: string, home: DemoHome): Promise<void> {
    const areas = new Map<string, string>();
    for (const label of home.areas) areas.set(label, (await tileGroups.create(userId, { label })).id);
    const played = [];
    for (const device of home.devices) {
      const { channel, template } = await homes.addDevice({
        userId,
        templateId: device.template,
        name: device.name,
        groupId: areas.get(device.area),
      });
      const stamp = { sender: clientId, onBehalfOf: userId, cause: 'demo' };
      await values.furnish(template, channel.id, device.values, stamp);
      played.push({ channelId: channel.id, seed: hashText(device.key), faults: [] });
    }
    // Last: they go on from these values.
    await virtualDevices.adopt(played);
  }

  /**
   * Of servers that start at the same time on one database, one makes the demo. Undefined when it is there, or another
   * is making it. The lock of an SQLite file says already that no other server is there.
   */
  async function claim(): Promise<string | undefined> {
    const client = await find();
    const value = `making ${clock.now()} ${newId()}`;
    return db.write(async (tx) => {
      const found = await tx
        .selectFrom('settings')
        .select('value')
        .where('name', '=', SETTING)
        .executeTakeFirst();
      const since = MAKING.exec(found?.value ?? '')?.[1];
      const isBeingMade =
        since !== undefined && db.engine === 'postgres' && clock.now() - Number(since) < MAKING_MS;
      const isWhole = found !== undefined && since === undefined && (await isThere(tx, found.value));
      if (isBeingMade || isWhole) return undefined;
      await tx
        .insertInto('settings')
        .values({ name: SETTING, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
      // What a kill left half-made.
      if (client) await removeApplication(tx, client);
      return value;
    });
  }

  async function make(claimed: string): Promise<DemoCredentials> {
    const isTaken = (await applications.find(NAMESPACE)) !== undefined;
    const { client, secret } = await applications.create({
      type: 'mobile',
      name: 'Azulejo demo',
      origins: EXAMPLE_PAGES,
      namespace: isTaken ? undefined : NAMESPACE,
      isDemo: true,
    });
    const email = 'ana@demo.example';
    const password = randomText(16);
    const user = await accounts.create({
      appId: client.id,
      email,
      name: 'Ana Marques',
      password,
    });
    await furnish(user.id, client.id, await loadDemoHome());
    await db.write((tx) =>
      tx
        .updateTable('settings')
        .set({ value: client.id })
        .where('name', '=', SETTING)
        .where('value', '=', claimed)
        .execute(),
    );
    return { clientId: client.id, clientSecret: secret, email, password };
  }

  return {
    /** Whole: what a kill left half-made does not count. */
    async exists(): Promise<boolean> {
      const client = await find();
      const row = await db.read
        .selectFrom('settings')
        .select('value')
        .where('name', '=', SETTING)
        .executeTakeFirst();
      return client !== undefined && row?.value === client.id;
    },

    /** In place of what an earlier start left half-made. Undefined when it is there, or is being made elsewhere. */
    async create(): Promise<DemoCredentials | undefined> {
      const claimed = await claim();
      if (claimed === undefined) return undefined;
      return make(claimed).catch(async (error: unknown) => {
        await db.write((tx) =>
          tx.deleteFrom('settings').where('name', '=', SETTING).where('value', '=', claimed).execute(),
        );
        throw error;
      });
    },

    /** The application, its users, their homes and channels. Answers whether there was one. */
    async remove(): Promise<boolean> {
      const client = await find();
      if (!client) return false;
      // What was simulated in the demo home may be thousands: more than one transaction takes.
      await fleet.removeOfApplication(client.id);
      await db.write(async (tx) => {
        await tx.deleteFrom('settings').where('name', '=', SETTING).execute();
        await removeApplication(tx, client);
      });
      return true;
    },
  };
}

async function isThere(tx: Transaction, clientId: string): Promise<boolean> {
  const row = await tx.selectFrom('clients').select('id').where('id', '=', clientId).executeTakeFirst();
  return row !== undefined;
}

async function removeApplication(tx: Transaction, { id }: Client): Promise<void> {
  const channels = tx.selectFrom('grants').select('channel_id').where('grantee_id', '=', id);
  const users = tx.selectFrom('users').select('id').where('client_id', '=', id);
  // An owner may be a user or a client, so no foreign key takes these along.
  await tx
    .deleteFrom('uploads')
    .where((eb) => eb.or([eb('owner_id', 'in', users), eb('owner_id', '=', id)]))
    .execute();
  await tx.deleteFrom('channels').where('id', 'in', channels).execute();
  await tx.deleteFrom('clients').where('id', '=', id).execute();
}
