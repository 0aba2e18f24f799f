import { type resources, toTimestamp } from '@azulejo/contract';
import type { Handlers, SignedIn } from '../../core/access/index.ts';
import type { Users } from '../../identity/users/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import type { Auth } from '../../sign-in/auth/index.ts';
import type { Deletion } from './deletion.ts';
import { toFile } from './download-page.ts';
import type { DownloadTickets } from './download-tickets.ts';
import type { UserData } from './user-data.ts';

type Dependencies = {
  clock: Clock;
  users: Users;
  auth: Auth;
  userData: UserData;
  deletion: Deletion;
  tickets: DownloadTickets;
};

/** Reading all data of a home is expensive, and is not needed often. */
const EXPORTS_AN_HOUR = 5;

const actorOf = (context: SignedIn) => ({ actorId: context.principal.id, address: context.address });

/** Handlers of what people do with their own data. */
export function ownDataHandlers(dependencies: Dependencies): Handlers<typeof resources.ownData> {
  const { clock, users, auth, userData, deletion, tickets } = dependencies;
  const exports = createRateLimit('data_exports', EXPORTS_AN_HOUR, { windowSeconds: 3600, clock });

  /** Throws `proof_required` or `too_many_requests`. */
  async function allowExport(context: SignedIn): Promise<string> {
    const { principal } = context;
    await auth.reauthentication.require(principal);
    exports.take(principal.id);
    return principal.id;
  }

  return {
    export: async ({ context }) =>
      toFile(await userData.export(await allowExport(context), actorOf(context))),

    prepareDownload: async ({ context }) => {
      const { ticket, expires } = tickets.issue(await allowExport(context), actorOf(context));
      return { body: { ticket, expires: toTimestamp(expires) }, cacheControl: NO_STORE };
    },

    deletion: async ({ context }) => {
      const user = await users.get(context.principal.id);
      const due = await deletion.due(user.id);
      const { channels, ownChannels, places, uploads } = await userData.count(user);
      return {
        body: {
          due: due === undefined ? null : toTimestamp(due),
          days: deletion.days,
          own_devices: ownChannels,
          shared_devices: channels - ownChannels,
          places,
          pictures: uploads,
        },
        cacheControl: NO_STORE,
      };
    },

    requestDeletion: async ({ input, context }) => {
      const { principal } = context;
      await auth.reauthentication.require(principal);
      const user = await users.get(principal.id);
      const by = actorOf(context);
      const due = await deletion.request(user, input.email, by, (tx) =>
        auth.sessions.endIn(tx, user.id, { allBut: principal.signInId }, by),
      );
      return { body: { due: toTimestamp(due) } };
    },

    keepAccount: async ({ context }) => {
      await deletion.keep(context.principal.id, actorOf(context));
      return { body: {} };
    },
  };
}
