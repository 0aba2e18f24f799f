import type { Principal } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import type { MakerPorts, OpenSelections } from '../makers/index.ts';
import { createAdd } from './add-devices.ts';
import { createConsents } from './consents.ts';
import { createFinding } from './find-devices.ts';
import { createFoundDevices } from './found-devices.ts';
import type { GrantRequests } from './grant-requests.ts';
import { createOffer } from './offer.ts';
import { createReturn } from './return-from-maker.ts';
import { createSubmit } from './submit-consent.ts';
import { createTickets } from './tickets.ts';

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
