import type { Principal } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import type { DeviceRequest, Maker, MakerPorts, OpenSelections, Returned } from '../makers/index.ts';
import { createAdd } from './add-devices.ts';
import { createConsents } from './consents.ts';
import { createFoundDevices, type Found, type FoundDevices } from './found-devices.ts';
import type { GrantRequests } from './grant-requests.ts';
import { createOffer, type Offer } from './offer.ts';
import { createReturn } from './return-from-maker.ts';
import { createTickets, type Ticket, type Tickets } from './tickets.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  applications: Applications;
  templates: Templates;
  /** The platform's own origin, which redirects may always go to. */
  origin: string;
  makerPorts: MakerPorts;
  openSelections: OpenSelections;
  grantRequests: GrantRequests;
};

/** Rate limit per user, well above what a person opens in a minute. */
const TICKETS_PER_MINUTE = 60;

export type Pairing = ReturnType<typeof createPairing>;

/** Lets people add devices themselves: authorize, see what was found, choose (android-app 7, ios-app 7). */
export function createPairing(dependencies: Dependencies) {
  const { db, clock } = dependencies;
  const tickets = createTickets(db, clock);
  const found = createFoundDevices(db, clock);
  const consents = createConsents(dependencies);
  const limit = createRateLimit('pairing', TICKETS_PER_MINUTE);
  const offer = createOffer(dependencies);
  const finding = createFinding({ db, clock, offer, found, tickets });

  return {
    kind: offer.kind,
    template: offer.template,
    consentedMaker: offer.consentedMaker,
    managerName: offer.managerName,
    addable: offer.addable,
    consents,
    findTicket: tickets.find,

    /** Issues a ticket for the page where the user consents, which finally redirects to `redirectUri`. */
    async issueTicket(
      { id: userId, signInId, clientId }: Principal,
      templateId: string,
      redirectUri?: string,
    ): Promise<string> {
      const { id } = await offer.template(templateId);
      const end = redirectUri === undefined ? null : await ownPage(dependencies, clientId, redirectUri);
      limit.take(userId);
      const maker = await offer.makerOf(id);
      const beginning = await maker.begin({ applicationId: clientId, userId, templateId: id });
      const managerId = maker.managerId ?? null;
      return tickets.issue({ userId, signInId, templateId: id, redirectUri: end, managerId }, beginning);
    },

    submit: createSubmit({ ...dependencies, tickets, found }),
    returnFromMaker: createReturn({ db, clock, offer }),

    find: finding.find,
    found: finding.found,
    isAuthorized: finding.isAuthorized,

    /**
     * Adds the devices, in the order given. The same request at the same time gets the same answer. Throws
     * `already_there` when each of them was added before, and `not_granted` for a device that was not found
     * for this user.
     */
    add: createAdd({ db, offer, found, tickets }),

    /** Deletes expired tickets and requests for grants, and found devices that were never added. */
    async prune(): Promise<void> {
      await consents.prune();
      await tickets.prune();
      await found.prune();
      await dependencies.grantRequests.prune();
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
  const origins = client?.kind === 'application' ? client.origins : [];
  if (url && [origin, ...origins].includes(url.origin)) return url.href;
  throw invalidField('redirect_uri', 'must be at one of this application’s origins');
}

type FindDevicesDependencies = {
  db: Db;
  clock: Clock;
  offer: Offer;
  found: FoundDevices;
  tickets: Tickets;
};

/** Finds the devices that a user can add. */
function createFinding({ db, clock, offer, found, tickets }: FindDevicesDependencies) {
  return {
    /** Returns the devices as they were last listed, at most an hour ago. */
    async found({ userId, templateId }: Omit<DeviceRequest, 'applicationId'>): Promise<Found[]> {
      const { managerId } = await offer.makerOf(templateId);
      return found.list({ userId, templateId, managerId });
    },

    /**
     * Asks the maker for the devices, if the user authorized it in the last hour. A maker that does not know
     * the user any more is not asked again before the user has authorized it again (managers 4.2).
     */
    async find(request: DeviceRequest): Promise<Found[]> {
      const { userId, templateId } = request;
      const maker = await offer.makerOf(templateId);
      const scope = { userId, templateId, managerId: maker.managerId };
      if (!maker.list || !(await tickets.lastReceived(userId, templateId, maker.managerId)))
        return found.list(scope);
      const began = clock.now();
      const listed = await maker.list(request);
      await db.write(async (tx) => {
        if (!listed) await tickets.forgetReceived(tx, scope, began);
        await found.replace(tx, scope, listed ?? [], { keepsIds: true });
      });
      return found.list(scope);
    },

    /** Returns whether the user authorized the maker so recently that what was found is still stored. */
    async isAuthorized(userId: string, templateId: string): Promise<boolean> {
      const { managerId } = await offer.makerOf(templateId);
      return (await tickets.lastReceived(userId, templateId, managerId)) !== undefined;
    },
  };
}

type SubmitConsentDependencies = { db: Db; audit: Audit; tickets: Tickets; found: FoundDevices };

/** The address at the maker to which the browser goes, and the cookie with which it returns. */
type AtMaker = { readonly url: string; readonly cookie: string };

/**
 * Accepts the consent page: the person consented, and either continues at the maker, which is returned, or the
 * maker can be asked immediately. A ticket that was used before changes nothing.
 */
function createSubmit({ db, audit, tickets, found }: SubmitConsentDependencies) {
  return async (
    token: string,
    { userId, applicationId, templateId, beginning }: Ticket,
    maker: Maker,
    returned: Returned,
  ): Promise<AtMaker | undefined> => {
    const isFirst = await db.write(async (tx) => {
      if (!(await tickets.consent(tx, token))) return false;
      await audit.record(tx, { action: 'pairing.authorize', actorId: userId, targetId: templateId });
      return true;
    });
    if (!isFirst) return undefined;
    if (beginning) {
      const { state, cookie } = await tickets.sendToMaker(token, beginning);
      const url = new URL(beginning.url);
      url.searchParams.set('state', state);
      return { url: url.href, cookie };
    }
    const devices = await maker.finish({ applicationId, userId, templateId }, undefined, returned);
    await db.write(async (tx) => {
      const scope = { userId, templateId, managerId: maker.managerId };
      if (devices) await found.replace(tx, scope, devices, { keepsIds: false });
      await tickets.receive(tx, token);
    });
    return undefined;
  };
}
