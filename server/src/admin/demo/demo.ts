import type { User } from '../../identity/users/index.ts';
import { createDemoClaims } from './demo-claims.ts';
import { createMakeDemo, type DemoCredentials, type MakeDependencies } from './make-demo.ts';

type Dependencies = Omit<MakeDependencies, 'claims'>;

export type Demo = ReturnType<typeof createDemo>;

/**
 * Manages the demo: one user of the application at `/home` with a home of virtual devices, which can be
 * removed as a whole.
 */
export function createDemo(dependencies: Dependencies) {
  const { db, clock, users, removal, demoHistory } = dependencies;
  const claims = createDemoClaims(db, clock);
  const makeDemo = createMakeDemo({ ...dependencies, claims });

  /** Returns the user whose home is complete. */
  async function find(): Promise<User | undefined> {
    const userId = await claims.ownerOf();
    return userId === undefined ? undefined : users.find(userId);
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
      const claimed = await claims.claim();
      return claimed && makeDemo(claimed);
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
        await claims.clearIn(tx);
      });
      return true;
    },
  };
}
