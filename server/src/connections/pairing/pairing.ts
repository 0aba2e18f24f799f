import type { Principal } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Templates, VersionedTemplate } from '../../devices/templates/index.ts';
import type { Applications } from '../../people/applications/index.ts';
import type { User, Users } from '../../people/users/index.ts';
import { deleteInBatches } from '../../platform/batch-delete.ts';
import type { Clock } from '../../platform/clock.ts';
import { invalidField, Problem } from '../../platform/problem.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import type { Makers } from '../makers/index.ts';
import type { VirtualDevices } from '../virtual-devices/index.ts';
import { createConsents } from './consents.ts';
import { createFoundDevices, FOUND_MS, type Found } from './found-devices.ts';
import type { GrantAsks } from './grant-asks.ts';
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

/** A device to add. Without a name it keeps the name under which it was found. */
export type Wanted = { readonly id: string; readonly name: string | undefined };

/** Rate limit per user, well above what a person opens in a minute. */
const TICKETS_PER_MINUTE = 60;
/**
 * Maximum number of virtual devices of a home: far more than homes have, but a bound, since the platform
 * simulates each.
 */
const MAX_VIRTUAL_DEVICES = 500;

export type Pairing = ReturnType<typeof createPairing>;

/**
 * Lets people add devices themselves: authorize, see what was found, choose (android-app 7, ios-app 7). The
 * built-in maker is the platform itself, whose devices are virtual.
 */
export function createPairing(dependencies: Dependencies) {
  const { db, clock, audit, applications, users, templates, makers, bus, origin, offersEverything } =
    dependencies;
  const tickets = createTickets(db, clock);
  const found = createFoundDevices(db, clock);
  const consents = createConsents(dependencies);
  const limit = createRateLimit(TICKETS_PER_MINUTE);
  const addFound = createAddFound(dependencies, found);

  /** Returns a template for devices. Throws `not_found`, also for a context template. */
  async function kind(id: string): Promise<VersionedTemplate> {
    const latest = await templates.getLatest(id);
    if (latest.kind !== 'context') return latest;
    throw new Problem('not_found', { detail: `There is no channel template "${id}".` });
  }

  /** Returns a template that people can add. Throws `not_found`. */
  async function template(id: string): Promise<VersionedTemplate> {
    if (offersEverything || (await makers.of(id)) !== undefined) return kind(id);
    throw new Problem('not_found', { detail: 'No manager offers devices of this kind here.' });
  }

  /**
   * Validates the redirect, which must stay on the application's own origins. No secret is passed with it.
   */
  async function ownPage(clientId: string, redirectUri: string): Promise<string> {
    const url = URL.parse(redirectUri);
    const client = await applications.findById(clientId);
    if (url && [origin, ...(client?.origins ?? [])].includes(url.origin)) return url.href;
    throw invalidField('redirect_uri', 'must be at one of this application’s origins');
  }

  return {
    kind,
    template,
    consents,

    /**
     * Returns which kinds of devices people can add: those with a maker, or all if the platform simulates
     * them.
     */
    async addable(): Promise<{ has: (templateId: string) => boolean; key: string }> {
      const made = await makers.list();
      return {
        has: (templateId) => offersEverything || made.has(templateId),
        key: offersEverything ? 'all' : [...made.keys()].join(),
      };
    },

    /**
     * Returns the name of the manager that makes devices of this kind; undefined when the platform simulates
     * them.
     */
    async makerOf(templateId: string): Promise<string | undefined> {
      const managerId = await makers.of(templateId);
      return managerId === undefined ? undefined : (await applications.findById(managerId))?.name;
    },

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
      const { id } = await template(templateId);
      const end = redirectUri === undefined ? null : await ownPage(clientId, redirectUri);
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
    async add(userId: string, templateId: string, wanted: readonly Wanted[]): Promise<Found[]> {
      const placement = { user: await users.get(userId), template: await template(templateId) };
      const { added, all } = await db.write((tx) => addFound(tx, placement, wanted));
      for (const { id: channelId } of added) {
        const requestingClientId = placement.user.clientId;
        bus.emit('grantCreated', {
          by: channelId,
          channelId,
          role: 'user',
          granteeId: userId,
          requestingClientId,
        });
      }
      return all;
    },

    /** Deletes expired tickets, and found devices that were never added. */
    async prune(): Promise<void> {
      const now = clock.now();
      await consents.prune();
      await deleteInBatches((most) =>
        db.write((tx) => {
          const due = tx
            .selectFrom('pairing_tickets')
            .select('ticket_hash')
            .where('expires', '<', now - FOUND_MS)
            .limit(most);
          return tx.deleteFrom('pairing_tickets').where('ticket_hash', 'in', due).executeTakeFirstOrThrow();
        }),
      );
      await deleteInBatches((most) =>
        db.write((tx) => {
          // This selects by the whole key, because the id alone has no index.
          return tx
            .deleteFrom('found_devices')
            .where((eb) =>
              eb(
                eb.refTuple('user_id', 'id'),
                'in',
                eb
                  .selectFrom('found_devices as due')
                  .select(['due.user_id', 'due.id'])
                  .where('due.expires', '<', now)
                  .limit(most)
                  .$asTuple('user_id', 'id'),
              ),
            )
            .executeTakeFirstOrThrow();
        }),
      );
    },
  };
}

function createAddFound(
  { audit, virtualDevices }: Dependencies,
  found: ReturnType<typeof createFoundDevices>,
) {
  return async function addFound(
    tx: Transaction,
    { user, template }: { user: User; template: VersionedTemplate },
    wanted: readonly Wanted[],
  ): Promise<{ added: Found[]; all: Found[] }> {
    const ids = [...new Set(wanted.map(({ id }) => id))];
    const taken = await found.take(tx, { userId: user.id, templateId: template.id }, ids);
    const existing = await channelsOf(tx, user.id, template.id, ids);
    const known = new Map([...existing, ...taken.map(({ id, name }) => [id, name] as const)]);
    const all = ids.map((id) => ({ id, name: known.get(id) ?? refuse(id) }));
    if (taken.length === 0)
      throw new Problem('already_there', { detail: 'These devices are added already.' });
    if ((await countVirtual(tx, user.id)) + taken.length > MAX_VIRTUAL_DEVICES)
      throw new Problem('quota_exceeded', {
        detail: `A home has at most ${MAX_VIRTUAL_DEVICES} virtual devices.`,
      });
    const names = new Map(wanted.map(({ id, name }) => [id, name?.trim()]));
    const isTaken = new Set(taken.map(({ id }) => id));
    const added: Found[] = [];
    for (const { id, name } of all.filter((device) => isTaken.has(device.id))) {
      const placement = { channelId: id, user, template, name: names.get(id) || name };
      const channel = await virtualDevices.place(tx, placement, { faults: [] });
      await audit.record(tx, { action: 'pairing.add', actorId: user.id, targetId: id });
      added.push({ id, name: channel.name });
    }
    const shown = new Map(added.map((device) => [device.id, device]));
    return { added, all: all.map((device) => shown.get(device.id) ?? device) };
  };
}

function refuse(id: string): never {
  throw new Problem('not_granted', {
    detail: `The device "${id.slice(0, 64)}" was not found for this user.`,
  });
}

/** Returns those of the ids that are the user's channels, with their names. */
async function channelsOf(tx: Transaction, userId: string, templateId: string, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('channels')
    .innerJoin('grants', 'grants.channel_id', 'channels.id')
    .select(['channels.id', 'channels.name'])
    .where('channels.id', 'in', ids)
    .where('channels.template_id', '=', templateId)
    .where('grants.grantee_id', '=', userId)
    .where('grants.role', '=', 'user')
    .execute();
  return rows.map(({ id, name }) => [id, name] as const);
}

async function countVirtual(tx: Transaction, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('grants')
    .innerJoin('virtual_devices', 'virtual_devices.channel_id', 'grants.channel_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('grants.grantee_id', '=', userId)
    .where('grants.role', '=', 'user')
    .executeTakeFirst();
  return row?.count ?? 0;
}
