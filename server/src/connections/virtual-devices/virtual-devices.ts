import type { Db, Transaction } from '../../database/index.ts';
import type { GrantedChannel } from '../../devices/channels/index.ts';
import type { Homes, NewDevice, Placement } from '../../home/home-devices/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Makers } from '../makers/index.ts';
import type { Report } from './device.ts';
import type { FaultName } from './faults.ts';
import { hashText } from './random.ts';

export type Nature = { seed: number; faults: readonly FaultName[] };

/** A channel whose device the platform simulates. */
export type NewVirtualDevice = Nature & { channelId: string };

export type StoredVirtualDevice = NewVirtualDevice & {
  /** These values are held constant. */
  held: readonly Report[];
  /** When its instructions last changed; 0 for never. */
  updated: number;
};

const PAGE = 500;

type Dependencies = { db: Db; clock: Clock; makers: Makers; homes: Homes };

export type VirtualDevices = ReturnType<typeof createVirtualDevices>;

/** Stores which channels have a virtual device. */
export function createVirtualDevices({ db, clock, makers, homes }: Dependencies) {
  const { pageAfter, one, summary } = prepare(db);

  /**
   * Adds a channel with a virtual device to a home. Without a seed it is derived from the channel's id.
   * Throws `not_granted` for the template of a maker.
   */
  async function place(
    tx: Transaction,
    placement: Omit<Placement, 'creatorId'>,
    { seed, faults }: { seed?: number; faults: readonly FaultName[] },
  ): Promise<GrantedChannel> {
    if (await makers.has(tx, placement.template.id))
      throw new ApiError('not_granted', {
        detail: 'Devices of this kind come from their maker: the platform does not simulate them.',
      });
    const channel = await homes.place(tx, { ...placement, creatorId: undefined });
    await insertDevices(tx, clock.now(), [
      { channelId: channel.id, seed: seed ?? hashText(channel.id), faults },
    ]);
    return channel;
  }

  return {
    place,

    /** Starts simulating the devices of channels that had no owner. */
    adopt: (devices: readonly NewVirtualDevice[]): Promise<void> =>
      db.write((tx) => insertDevices(tx, clock.now(), devices)),

    /** Creates a channel with a virtual device in a home, in one transaction. */
    async create(device: NewDevice & { seed?: number; faults: readonly FaultName[] }) {
      const found = await homes.find(device);
      const channel = await db.write((tx) => place(tx, { ...found, name: device.name }, device));
      return { ...found, channel };
    },

    async find(channelId: string): Promise<StoredVirtualDevice | undefined> {
      const row = await one.get({ channelId });
      return row && toDevice(row);
    },

    instruct: createInstruct(clock),

    /** Returns a text that differs after any process created, changed or removed a device. */
    async state(): Promise<string> {
      const { count, newest, changed } = (await summary.get({})) ?? {};
      return `${count} ${newest} ${changed}`;
    },

    /** Yields all devices in pages, ordered by channel id. */
    async *all(): AsyncGenerator<StoredVirtualDevice[]> {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const rows: Row[] = await pageAfter.all({ after });
        yield rows.map(toDevice);
        after = rows.length < PAGE ? undefined : rows.at(-1)?.channelId;
      }
    },
  };
}

/**
 * Changes the device's instructions, so that the process that simulates it notices. Throws `not_found`.
 */
const createInstruct =
  (clock: Clock) =>
  async (
    tx: Transaction,
    channelId: string,
    change: (device: StoredVirtualDevice) => Partial<Pick<StoredVirtualDevice, 'faults' | 'held'>>,
  ): Promise<void> => {
    const row = await tx
      .selectFrom('virtual_devices')
      .select(columns)
      .where('channel_id', '=', channelId)
      .executeTakeFirst();
    if (!row) throw new ApiError('not_found');
    const { faults, held, updated } = { ...toDevice(row), ...change(toDevice(row)) };
    await tx
      .updateTable('virtual_devices')
      .set({
        faults_json: JSON.stringify(faults),
        held_json: JSON.stringify(held),
        // Two changes in one millisecond must differ.
        updated: Math.max(clock.now(), updated + 1),
      })
      .where('channel_id', '=', channelId)
      .execute();
  };

async function insertDevices(
  tx: Transaction,
  created: number,
  devices: readonly NewVirtualDevice[],
): Promise<void> {
  const rows = devices.map(({ channelId, seed, faults }) => ({
    channel_id: channelId,
    seed,
    faults_json: JSON.stringify(faults),
    created,
  }));
  await tx.insertInto('virtual_devices').values(rows).execute();
}

const columns = [
  'channel_id as channelId',
  'seed',
  'faults_json as faults',
  'held_json as held',
  'updated',
] as const;

type Row = { channelId: string; seed: number; faults: string; held: string; updated: number };

const toDevice = ({ channelId, seed, faults, held, updated }: Row): StoredVirtualDevice => ({
  channelId,
  seed,
  faults: JSON.parse(faults) as FaultName[],
  held: JSON.parse(held) as Report[],
  updated,
});

function prepare(db: Db) {
  return {
    pageAfter: db.prepare<{ after: string }>()((kysely, p) =>
      kysely
        .selectFrom('virtual_devices')
        .select(columns)
        .where('channel_id', '>', p('after'))
        .orderBy('channel_id')
        .limit(PAGE),
    ),
    one: db.prepare<{ channelId: string }>()((kysely, p) =>
      kysely.selectFrom('virtual_devices').select(columns).where('channel_id', '=', p('channelId')),
    ),
    summary: db.prepare<Record<never, never>>()((kysely) =>
      kysely.selectFrom('virtual_devices').select((eb) => [
        eb.fn.countAll<number>().as('count'),
        eb.fn.max('created').as('newest'),
        // The latest time is not enough: two devices may change in one millisecond. As text, because a sum of
        // thousands of times is beyond 2^53.
        eb.cast<string>(eb.fn.sum('updated'), 'text').as('changed'),
      ]),
    ),
  };
}
