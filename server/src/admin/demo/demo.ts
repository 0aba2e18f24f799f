import { type DemoHome, loadDemoHome } from '@azulejo/catalog';
import { hashText, type VirtualDevices } from '../../connections/virtual-devices/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Homes } from '../../home/homes/index.ts';
import type { TileGroups } from '../../home/tiles/index.ts';
import type { User, Users } from '../../people/users/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId, randomText } from '../../platform/random-token.ts';
import type { Accounts } from '../../sign-in/accounts/index.ts';
import type { WritePath } from '../../state/write-path/index.ts';
import type { HomeApplication } from '../home-application/index.ts';
import type { Removal } from '../removal/index.ts';
import type { DemoHistory } from './demo-history.ts';

/** The demo's credentials. The password is not stored, so that it is shown once. */
export type DemoCredentials = { clientId: string; email: string; password: string };

type Dependencies = {
  db: Db;
  clock: Clock;
  homeApplication: HomeApplication;
  users: Users;
  accounts: Accounts;
  channels: Channels;
  tileGroups: TileGroups;
  homes: Homes;
  writePath: WritePath;
  virtualDevices: VirtualDevices;
  removal: Removal;
  demoHistory: DemoHistory;
};

const EMAIL = 'ana@demo.example';
/**
 * The setting that names the demo's user when the home is complete, and before that the process that creates
 * it.
 */
const SETTING = 'demo';
const MAKING = /^making (\d+) (\S+)$/;
/**
 * Lease of the process that creates the demo: much longer than it takes. After it, that process was killed.
 */
const MAKING_MS = 120_000;

/** A process that creates the demo, or was killed while doing so, and when it began. */
type Maker = { readonly since: number; readonly id: string };
type Claim = Maker & { readonly killed: Maker | undefined };

const settingOf = ({ since, id }: Maker): string => `making ${since} ${id}`;

function makerOf(value: string | undefined): Maker | undefined {
  const [, since, id] = MAKING.exec(value ?? '') ?? [];
  return id === undefined ? undefined : { since: Number(since), id };
}

/** Returns the e-mail to use when another user of the application has the demo's e-mail. */
const otherEmail = ({ id }: Maker): string => `${id.slice(0, 8)}-${EMAIL}`;

/** How far grants are backdated: longer than any history that the demo has. */
const PAST_MS = 30 * 24 * 3600 * 1000;

export type Demo = ReturnType<typeof createDemo>;

/**
 * Manages the demo: one user of the application at `/home` with a home of virtual devices, which can be
 * removed as a whole.
 */
export function createDemo({
  db,
  clock,
  homeApplication,
  users,
  accounts,
  channels,
  tileGroups,
  homes,
  writePath,
  virtualDevices,
  removal,
  demoHistory,
}: Dependencies) {
  const setting = (door: Pick<Transaction, 'selectFrom'>) =>
    door.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();

  /** Returns the user whose home is complete. */
  async function find(): Promise<User | undefined> {
    const row = await setting(db.read);
    return row && !MAKING.test(row.value) ? users.find(row.value) : undefined;
  }

  /** Returns the channel ids by the keys of their devices. */
  async function createHome(
    userId: string,
    clientId: string,
    home: DemoHome,
  ): Promise<Record<string, string>> {
    const areas = new Map<string, string>();
    for (const label of home.areas) areas.set(label, (await tileGroups.create(userId, { label })).id);
    const played = [];
    const channelIds: Record<string, string> = {};
    for (const device of home.devices) {
      const { channel, template } = await homes.addDevice({
        userId,
        templateId: device.template,
        name: device.name,
        groupId: areas.get(device.area),
      });
      const stamp = { sender: clientId, onBehalfOf: userId, cause: 'demo' };
      await writePath.seedValues(template, channel.id, device.values, stamp);
      channelIds[device.key] = channel.id;
      played.push({ channelId: channel.id, seed: hashText(device.key), faults: [] });
    }
    // People see values from the start of their grant, so that the grants must be older than the demo's
    // history.
    await db.write((tx) => channels.backdateGrants(tx, userId, clock.now() - PAST_MS));
    // This comes last, because the devices continue from these values.
    await virtualDevices.adopt(played);
    return channelIds;
  }

  /**
   * Claims the creation, so that only one of several servers that start on one database creates the demo.
   * Returns undefined when the demo exists or another server is creating it. The lock of an SQLite file
   * already ensures that there is no other server.
   */
  async function claim(): Promise<Claim | undefined> {
    const maker = { since: clock.now(), id: newId() };
    const value = settingOf(maker);
    return db.write(async (tx) => {
      const found = (await setting(tx))?.value;
      const other = makerOf(found);
      const isBeingMade =
        other !== undefined && db.engine === 'postgres' && clock.now() - other.since < MAKING_MS;
      const isWhole = found !== undefined && !other && (await exists(tx, found));
      if (isBeingMade || isWhole) return undefined;
      await tx
        .insertInto('settings')
        .values({ name: SETTING, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
      return { ...maker, killed: other };
    });
  }

  /** Removes a user that an interrupted creation left, but never a person who had the e-mail before. */
  async function removeHalfMade(clientId: string, maker: Maker): Promise<void> {
    for (const email of [EMAIL, otherEmail(maker)]) {
      const found = await users.findByEmail(clientId, email);
      if (found && found.user.created >= maker.since) await removal.user(found.user.id);
    }
  }

  async function make(claimed: Claim): Promise<DemoCredentials> {
    const { id: clientId } = await homeApplication.get();
    if (claimed.killed) await removeHalfMade(clientId, claimed.killed);
    const isTaken = (await users.findByEmail(clientId, EMAIL)) !== undefined;
    const email = isTaken ? otherEmail(claimed) : EMAIL;
    const password = randomText(16);
    const user = await accounts.create({ appId: clientId, email, name: 'Ana Marques', password });
    const channelIds = await createHome(user.id, clientId, await loadDemoHome());
    const until = clock.now();
    await db.write(async (tx) => {
      await tx
        .updateTable('settings')
        .set({ value: user.id })
        .where('name', '=', SETTING)
        .where('value', '=', settingOf(claimed))
        .execute();
      await demoHistory.planIn(tx, { until, channels: channelIds });
    });
    return { clientId, email, password };
  }

  async function giveUp(claimed: Claim): Promise<void> {
    const value = settingOf(claimed);
    if ((await setting(db.read))?.value !== value) return;
    const { id: clientId } = await homeApplication.get();
    await removeHalfMade(clientId, claimed);
    await db.write((tx) =>
      tx.deleteFrom('settings').where('name', '=', SETTING).where('value', '=', value).execute(),
    );
  }

  return {
    find,

    /** Returns whether a complete demo exists. What a killed process left does not count. */
    exists: async (): Promise<boolean> => (await find()) !== undefined,

    /**
     * Creates the demo and replaces an incomplete one. Returns undefined when it exists, or another server is
     * creating it.
     */
    async create(): Promise<DemoCredentials | undefined> {
      const claimed = await claim();
      if (claimed === undefined) return undefined;
      return make(claimed).catch(async (error: unknown) => {
        await giveUp(claimed);
        throw error;
      });
    },

    /**
     * Removes the user, the home and its channels; the next sweep deletes their data. Returns whether there
     * was a demo.
     */
    async remove(): Promise<boolean> {
      const user = await find();
      if (!user) return false;
      await removal.user(user.id);
      await db.write(async (tx) => {
        await demoHistory.forgetIn(tx);
        await tx.deleteFrom('settings').where('name', '=', SETTING).execute();
      });
      return true;
    },
  };
}

async function exists(tx: Transaction, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('state', '<>', 'removed')
    .executeTakeFirst();
  return row !== undefined;
}
