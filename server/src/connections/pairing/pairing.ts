import type { Principal } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db } from '../../database/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../people/applications/index.ts';
import type { Users } from '../../people/users/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { invalidField } from '../../platform/problem.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import type { Makers } from '../makers/index.ts';
import type { VirtualDevices } from '../virtual-devices/index.ts';
import { createAdd } from './add-found.ts';
import { createConsents } from './consents.ts';
import { createFoundDevices, FOUND_MS } from './found-devices.ts';
import type { GrantAsks } from './grant-asks.ts';
import { createOffer } from './offer.ts';
import { createTickets, type Ticket } from './tickets.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  applications: Applications;
  users: Users;
  templates: Templates;
  virtualDevices: VirtualDevices;
  bus: DomainEventBus;
  /** The platform's own origin, which redirects may always go to. */
  origin: string;
  makers: Makers;
  grantAsks: GrantAsks;
  /** Whether the operator lets people add virtual devices. */
  offersEverything: boolean;
};

/** Rate limit per user, well above what a person opens in a minute. */
const TICKETS_PER_MINUTE = 60;

export type Pairing = ReturnType<typeof createPairing>;

/**
 * Lets people add devices themselves: authorize, see what was found, choose (android-app 7, ios-app 7). The
 * built-in maker is the platform itself, whose devices are virtual.
 */
export function createPairing(dependencies: Dependencies) {
  const { db, clock, audit } = dependencies;
  const tickets = createTickets(db, clock);
  const found = createFoundDevices(db, clock);
  const consents = createConsents(dependencies);
  const limit = createRateLimit('pairing', TICKETS_PER_MINUTE);
  const offer = createOffer(dependencies);

  return {
    ...offer,
    consents,
    found: found.list,
    findTicket: tickets.find,

    /**
     * Issues a ticket for the page where the user chooses the devices, which then redirects to `redirectUri`.
     */
    async issueTicket(
      { id: userId, familyId, clientId }: Principal,
      templateId: string,
      redirectUri?: string,
    ): Promise<string> {
      const { id } = await offer.template(templateId);
      const end = redirectUri === undefined ? null : await ownPage(dependencies, clientId, redirectUri);
      limit.take(userId);
      return tickets.issue({ userId, familyId, templateId: id, redirectUri: end });
    },

    /**
     * Stores what the page submitted: devices with these names are found. A ticket that was passed before
     * changes nothing.
     */
    async pass(token: string, { userId, templateId }: Ticket, names: readonly string[]): Promise<void> {
      await db.write(async (tx) => {
        if (!(await tickets.pass(tx, token))) return;
        await found.replace(tx, { userId, templateId }, names);
        await audit.record(tx, { action: 'pairing.authorize', actorId: userId, targetId: templateId });
      });
    },

    /** Returns whether the page was passed so recently that what was found is still stored. */
    isAuthorized: (userId: string, templateId: string): Promise<boolean> =>
      tickets.hasPassed(userId, templateId, clock.now() - FOUND_MS),

    /**
     * Adds all of the devices or none, in the order given. Throws `already_there` when each of them was added
     * before, and `not_granted` for a device that was not found for this user.
     */
    add: createAdd(dependencies, offer, found),

    /** Deletes expired tickets, and found devices that were never added. */
    async prune(): Promise<void> {
      await consents.prune();
      await tickets.prune();
      await found.prune();
    },
  };
}

/**
 * Validates the redirect, which must stay on the application's own origins. No secret is passed with it.
 */
async function ownPage(
  { applications, origin }: Dependencies,
  clientId: string,
  redirectUri: string,
): Promise<string> {
  const url = URL.parse(redirectUri);
  const client = await applications.findById(clientId);
  if (url && [origin, ...(client?.origins ?? [])].includes(url.origin)) return url.href;
  throw invalidField('redirect_uri', 'must be at one of this application’s origins');
}
