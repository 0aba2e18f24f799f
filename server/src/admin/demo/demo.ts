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

/** Shown once: the password is not stored. */
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
/** The setting that names the demo's user once the home is furnished, and before who is making it. */
const SETTING = 'demo';
const MAKING = /^making (\d+) (\S+)$/;
/** Much longer than it takes: after that, who was making it was killed. */
const MAKING_MS = 120_000;

/** Somebody who makes it, or was killed while at it, and since when. */
type Maker = { readonly since: number; readonly id: string };
type Claim = Maker & { readonly killed: Maker | undefined };

const settingOf = ({ since, id }: Maker): string => `making ${since} ${id}`;

function makerOf(value: string | undefined): Maker | undefined {
  const [, since, id] = MAKING.exec(value ?? '') ?? [];
  return id === undefined ? undefined : { since: Number(since), id };
}

/** Where somebody else has the demo's e-mail already. */
const otherEmail = ({ id }: Maker): string => `${id.slice(0, 8)}-${EMAIL}`;

/** More than any past that the demo has. */
const PAST_MS = 30 * 24 * 3600 * 1000;

export type Demo = ReturnType<typeof createDemo>;

/** One user of the application at `/home`, with a home of virtual devices, to try things with; removable whole. */
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

  /** The user whose home is whole. */
  async function find(): Promise<User | undefined> {
    const row = await setting(db.read);
    return row && !MAKING.test(row.value) ? users.find(row.value) : undefined;
  }

  /** Returns the channels by the keys of their devices. */
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
    // The home is shown as if it had been lived in: its person sees what past the demo is given.
    await db.write((tx) => channels.backdateGrants(tx, userId, clock.now() - PAST_MS));
    // Last: they go on from these values.
    await virtualDevices.adopt(played);
    return channelIds;
  }

  /**
   * Of servers that start at the same time on one database, one makes the demo. Undefined when it is there, or another
   * is making it. The lock of an SQLite file says already that no other server is there.
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

  /** Never a person who had the e-mail before. */
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

    /** Whole: what a kill left half-made does not count. */
    exists: async (): Promise<boolean> => (await find()) !== undefined,

    /** In place of what an earlier start left half-made. Undefined when it is there, or is being made elsewhere. */
    async create(): Promise<DemoCredentials | undefined> {
      const claimed = await claim();
      if (claimed === undefined) return undefined;
      return make(claimed).catch(async (error: unknown) => {
        await giveUp(claimed);
        throw error;
      });
    },

    /** The user, the home and its channels; what was stored goes with the next sweep. Returns whether there was one. */
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
