import type { Db, Transaction } from '../../database/index.ts';
import { deleteSetting, readSetting, replaceSetting, writeSetting } from '../../database/settings.ts';
import { userExists } from '../../identity/users/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';

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
export type Maker = { readonly since: number; readonly id: string };
export type Claim = Maker & { readonly killed: Maker | undefined };

const settingOf = ({ since, id }: Maker): string => `making ${since} ${id}`;

function makerOf(value: string | undefined): Maker | undefined {
  const [, since, id] = MAKING.exec(value ?? '') ?? [];
  return id === undefined ? undefined : { since: Number(since), id };
}

export type DemoClaims = ReturnType<typeof createDemoClaims>;

/** Stores which user the demo is of, and which process is creating it. */
export function createDemoClaims(db: Db, clock: Clock) {
  return {
    /** Returns the id of the user whose home is complete. */
    async ownerOf(): Promise<string | undefined> {
      const value = await readSetting(db.read, SETTING);
      return value !== undefined && !MAKING.test(value) ? value : undefined;
    },

    /**
     * Claims the creation, so that only one of several servers that start on one database creates the demo.
     * Returns undefined when the demo exists or another server is creating it. The lock of an SQLite file
     * already ensures that there is no other server.
     */
    async claim(): Promise<Claim | undefined> {
      const maker = { since: clock.now(), id: newId() };
      const value = settingOf(maker);
      return db.write(async (tx) => {
        const found = await readSetting(tx, SETTING);
        const other = makerOf(found);
        const isBeingMade =
          other !== undefined && db.engine === 'postgres' && clock.now() - other.since < MAKING_MS;
        const isWhole = found !== undefined && !other && (await userExists(tx, found));
        if (isBeingMade || isWhole) return undefined;
        await writeSetting(tx, SETTING, value);
        return { ...maker, killed: other };
      });
    },

    isHeld: async (claim: Claim): Promise<boolean> =>
      (await readSetting(db.read, SETTING)) === settingOf(claim),

    /** Names the user of the complete home. */
    completeIn: (tx: Transaction, claim: Claim, userId: string): Promise<void> =>
      replaceSetting(tx, SETTING, { before: settingOf(claim), after: userId }),

    async release(claim: Claim): Promise<void> {
      const value = settingOf(claim);
      await db.write((tx) => deleteSetting(tx, SETTING, value));
    },

    clearIn: (tx: Transaction): Promise<void> => deleteSetting(tx, SETTING),
  };
}
