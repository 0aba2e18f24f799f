import { hashText, type VirtualDevices } from '../../connections/virtual-devices/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { randomText } from '../../platform/random-token.ts';
import type { Accounts } from '../../sign-in/accounts/index.ts';
import type { Removal } from '../deletion/index.ts';
import type { HomeApplication } from '../home-application/index.ts';
import type { Claim, DemoClaims, Maker } from './demo-claims.ts';
import type { DemoHistory } from './demo-history.ts';
import { createDemoHome } from './demo-home.ts';

/** The demo's credentials. The password is not stored, so that it is shown once. */
export type DemoCredentials = { clientId: string; email: string; password: string };

export type MakeDependencies = Parameters<typeof createDemoHome>[0] & {
  claims: DemoClaims;
  homeApplication: HomeApplication;
  users: Users;
  accounts: Accounts;
  removal: Removal;
  demoHistory: DemoHistory;
  virtualDevices: VirtualDevices;
};

const EMAIL = 'ana@demo.example';

/** Returns the e-mail to use when another user of the application has the demo's e-mail. */
const otherEmail = ({ id }: Maker): string => `${id.slice(0, 8)}-${EMAIL}`;

/** Returns a function that creates the demo of a claim, or removes what it created when that fails. */
export function createMakeDemo(dependencies: MakeDependencies) {
  const { db, clock, claims, homeApplication, users, accounts, removal, demoHistory, virtualDevices } =
    dependencies;
  const createHome = createDemoHome(dependencies);

  return (claimed: Claim): Promise<DemoCredentials> =>
    make(claimed).catch(async (error: unknown) => {
      await giveUp(claimed);
      throw error;
    });

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
    const channelIds = await createHome(user.id, clientId);
    const until = clock.now();
    await demoHistory.logSensors(user.id, channelIds, until);
    // Devices continue from the values above, and their reports follow the past in the log.
    await virtualDevices.adopt(
      Object.entries(channelIds).map(([key, channelId]) => ({ channelId, seed: hashText(key), faults: [] })),
    );
    await db.write(async (tx) => {
      await claims.completeIn(tx, claimed, user.id);
      await demoHistory.planIn(tx, { until, channels: channelIds });
    });
    return { clientId, email, password };
  }

  async function giveUp(claimed: Claim): Promise<void> {
    if (!(await claims.isHeld(claimed))) return;
    const { id: clientId } = await homeApplication.get();
    await removeHalfMade(clientId, claimed);
    await claims.release(claimed);
  }
}
